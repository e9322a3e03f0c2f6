// Choosing one of the legal moves cell by cell, without knowing what the moves mean.
import type { Move } from './api'

/** The moves that begin with the cells chosen so far. */
export function candidates(legal: readonly Move[], chosen: readonly number[]): Move[] {
  return legal.filter(({ cells }) => cells.length > 0 && chosen.every((cell, i) => cells[i] === cell))
}

/** The cells that can be chosen next. */
export function nextCells(legal: readonly Move[], chosen: readonly number[]): Set<number> {
  const next = new Set<number>()
  for (const { cells } of candidates(legal, chosen)) if (cells.length > chosen.length) next.add(cells[chosen.length]!)
  return next
}

export type Selection = { chosen: number[]; move: Move | null }

/**
 * What choosing a cell leads to: a longer path, a whole move, another beginning, or nothing chosen.
 * A move is whole when nothing is left to choose; its last cell may be chosen at once where that leaves one move.
 */
export function pick(legal: readonly Move[], chosen: readonly number[], cell: number): Selection {
  const path = [...chosen, cell]
  let fitting = candidates(legal, path)
  if (!fitting.length && chosen.length) {
    fitting = candidates(legal, chosen).filter(({ cells }) => cells.at(-1) === cell)
    if (fitting.length !== 1) fitting = []
  }
  if (fitting.length === 1 && (chosen.length > 0 || fitting[0]!.cells.length === 1)) {
    return { chosen: [], move: fitting[0]! }
  }
  const whole = fitting.find(({ cells }) => cells.length === path.length)
  if (whole) return { chosen: [], move: whole }
  if (fitting.length) return { chosen: path, move: null }
  const again = chosen[0] !== cell && candidates(legal, [cell]).length > 0
  return { chosen: again ? [cell] : [], move: null }
}

/** Moves that no cell stands for, such as a swap: they need buttons. */
export function movesWithoutCells(legal: readonly Move[]): Move[] {
  return legal.filter(({ cells }) => cells.length === 0)
}

/** Whether every legal move captures, so that the pieces which must are to be shown. */
export function captureForced(legal: readonly Move[]): boolean {
  return legal.length > 0 && legal.every(({ captured }) => captured.length > 0)
}
