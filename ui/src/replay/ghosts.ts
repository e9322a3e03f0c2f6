import type { Ghost } from '../board/overlays'
import type { Frame } from '../lib/api'

/** The pieces that the move to a ply has captured, to be drawn faintly. */
export function ghostsOf(frames: Frame[], ply: number): Ghost[] {
  const { move, pieces } = frames[ply]!
  const before = frames[ply - 1]?.pieces ?? ''
  return (move?.captured ?? [])
    .filter((cell) => (before[cell] ?? '.') !== '.' && pieces[cell] === '.')
    .map((cell) => ({ cell, piece: before[cell]! }))
}
