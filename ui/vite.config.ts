import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
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

/** Write a `.br` and a `.gz` file beside every text file of the pages, which the server sends to browsers that accept them. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir }) {
    for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|svg|txt|webmanifest)$/.test(name)) continue
      const text = readFileSync(join(dir!, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      writeFileSync(join(dir!, `${name}.br`), brotliCompressSync(text, { params }))
      writeFileSync(join(dir!, `${name}.gz`), gzipSync(text, { level: 9 }))
    }
  },
}

export const BROWSERS = ['chrome125', 'firefox125', 'safari17.5']

export default defineConfig({
  plugins: [svelte(), licences, compressed],
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
