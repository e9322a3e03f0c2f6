import type { GamePages } from '..'
import Emblem from './Emblem.svelte'
import { advice, offeredMove } from './swap'

const pages: GamePages = {
  word: 'Hex',
  emblem: Emblem,
  offeredMove,
  advice,
  // A chain that bridges the board.
  showcase: {
    headline: 'Bridge the board.',
    options: { size: 7 },
    pieces: '....0.......1....0.1.1..1....0...1...1.1...0..1..',
  },
}
export default pages
