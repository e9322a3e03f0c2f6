// The report's page as one script and one style sheet, which Python embeds in each report.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { BROWSERS, licences } from './vite.config.ts'

export default defineConfig({
  plugins: [svelte(), licences],
  build: {
    outDir: '../src/crownbridge/reports/static',
    emptyOutDir: true,
    target: BROWSERS,
    rolldownOptions: { checks: { pluginTimings: false } },
    lib: {
      entry: 'src/report/main.ts',
      formats: ['iife'],
      name: 'report',
      fileName: () => 'report.js',
      cssFileName: 'report',
    },
  },
})
