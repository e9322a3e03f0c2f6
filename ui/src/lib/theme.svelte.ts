// The theme: that of the system, unless the user chooses another.
import { persisted } from './persisted.svelte'

export type Theme = 'system' | 'light' | 'dark'

export const theme = persisted<Theme>('theme', 'system', (value) => {
  if (value === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = value
})
