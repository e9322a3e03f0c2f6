// Explanations of the swap rule, at the moment when it matters.
import type { Advice, OfferedMove, Situation } from '..'
import { capitalize } from '../../lib/format'

const SWAP = 'swap-pieces'

/** The swap as an offer to the second player, with the cells before and after. */
export function offeredMove(text: string, { board, frame }: Situation): OfferedMove | null {
  const stone = frame.pieces.search(/[01]/)
  if (text !== SWAP || stone < 0 || frame.to_move === null) return null
  const size = Math.round(Math.sqrt(board.cells.length))
  const mirrored = (stone % size) * size + Math.floor(stone / size)
  const [theirs, own] = [board.sides[1 - frame.to_move]!, board.sides[frame.to_move]!]
  return {
    name: 'Swap',
    help:
      `Instead of placing a stone, ${own} may take over the first stone: ${theirs} ${board.cells[stone]!.name} becomes ` +
      `${own} ${board.cells[mirrored]!.name}, its mirror image, and ${theirs} moves next. Swap if the first stone is a ` +
      `strong one; otherwise play on.`,
  }
}

/** Before the first stone: the other player may take it over. */
export const advice: Advice = ({ board, frame }) =>
  board.options.swap && !/[01]/.test(frame.pieces) && frame.to_move !== null
    ? `${capitalize(board.sides[1 - frame.to_move]!)} may take over this stone (swap rule): choose one that makes the ` +
      `game even, near the edge.`
    : null
