// Which move put each stone where it stands.
import type { Mark } from '../board/overlays'
import type { Frame } from '../lib/api'

/** The numbers on the stones after a ply; none where pieces move about. */
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
