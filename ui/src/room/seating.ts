// Who sits where, told from the first position alone.
import type { Board, Frame, Pair, Side } from '../lib/api'

export type Seating = { bottom: Side; turned: boolean } // turned: the board is to be drawn upside down

/** The sides that people at this screen play. */
export function humans(seats: Pair<string>): Side[] {
  return ([0, 1] as Side[]).filter((side) => seats[side] === 'human')
}

/** A lone human sits at the bottom, with the pieces near; where no piece tells, the board stays as it is. */
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
