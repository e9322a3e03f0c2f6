import type { GamePages } from '..'
import Emblem from './Emblem.svelte'

const pages: GamePages = {
  word: 'checkers',
  emblem: Emblem,
  // A man about to be crowned.
  showcase: { headline: 'Crown a man.', options: {}, pieces: '.0.3....0..0..0..1..1..01..1.2.1' },
  example: '1. 11-15 23-19 2. 8-11 22-17 …',
}
export default pages
