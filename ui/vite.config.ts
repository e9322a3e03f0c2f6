import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** Licences of the third-party code that the pages contain. */
const SHIPPED = {
  svelte: 'LICENSE.md',
  '@fontsource-variable/inter': 'LICENSE',
  '@fontsource-variable/fraunces': 'LICENSE',
}
export const licences: Plugin = {
  name: 'licences',
  generateBundle() {
    const texts = Object.entries(SHIPPED).map(
      ([name, file]) => `${name}\n\n${readFileSync(`node_modules/${name}/${file}`, 'utf8')}`,
    )
    this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${'-'.repeat(80)}\n\n`) })
  },
}

export const BROWSERS = ['chrome125', 'firefox125', 'safari17.5']

export default defineConfig({
  plugins: [svelte(), licences],
  build: {
    outDir: '../src/crownbridge/web/static',
    emptyOutDir: true,
    target: BROWSERS,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  test: { include: ['tests/**/*.test.ts'] },
})
