// Light or dark: as the system has it, unless the reader says otherwise.
import { persisted } from './persisted.svelte'

export type Theme = 'system' | 'light' | 'dark'

export const theme = persisted<Theme>('theme', 'system', (value) => {
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
})
