// Which side sits at the bottom of the board, from the first position.
import type { Board, Frame, Pair, Side } from '../lib/api'

export type Seating = { bottom: Side; turned: boolean } // turned: draw the board upside down

/** The sides played by humans at this screen. */
export function humans(seats: Pair<string>): Side[] {
  return ([0, 1] as Side[]).filter((side) => seats[side] === 'human')
}

/** Put a single human at the bottom, near their pieces; keep the board as it is if the position has no pieces. */
export function seating(board: Board, first: Frame, seats: Pair<string>): Seating {
  const heights = ([0, 1] as Side[]).map((side) => {
    const ys = board.cells.filter((_, cell) => first.pieces[cell] !== '.' && Number(first.pieces[cell]) % 2 === side)
    return ys.reduce((sum, { y }) => sum + y, 0) / (ys.length || 1)
  }) as Pair<number>
  const people = humans(seats)
  const natural: Side = heights[0] > heights[1] ? 0 : heights[1] > heights[0] ? 1 : (people[0] ?? 0)
  const bottom = people.length === 1 ? people[0]! : natural
  return { bottom, turned: bottom !== natural }
}
