// The number of the move that placed each stone.
import type { Mark } from '../board/overlays'
import type { Frame } from '../lib/api'

/** Marks with the move numbers of the stones after a ply; none in games whose pieces move. */
export function moveNumbers(frames: Frame[], ply: number): Mark[] {
  if (frames.some(({ move }) => move && move.cells.length > 1)) return []
  const by = new Map<number, number>()
  for (let at = 1; at <= ply; at++) {
    const [before, now] = [frames[at - 1]!.pieces, frames[at]!.pieces]
    for (let cell = 0; cell < now.length; cell++) {
      if (before[cell] === now[cell]) continue
      if (now[cell] === '.') by.delete(cell)
      else by.set(cell, at)
    }
  }
  return [...by].map(([cell, at]) => ({ cell, kind: 'number', text: String(at) }))
}
