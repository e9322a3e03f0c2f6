// Selection of a legal move cell by cell, without knowledge of the rules.
import type { Frame, Move } from './api'

/** The moves that start with the selected cells. */
export function candidates(legal: readonly Move[], chosen: readonly number[]): Move[] {
  return legal.filter(({ cells }) => cells.length > 0 && chosen.every((cell, i) => cells[i] === cell))
}

/** The cells that can be selected next. */
export function nextCells(legal: readonly Move[], chosen: readonly number[]): Set<number> {
  const next = new Set<number>()
  for (const { cells } of candidates(legal, chosen)) if (cells.length > chosen.length) next.add(cells[chosen.length]!)
  return next
}

export type Selection = { chosen: number[]; move: Move | null }

/**
 * Select a cell: extends the path, completes a move, starts another path, or clears the selection.
 * A move is complete when no cell is left to select; its last cell may be selected at once if only one move ends there.
 */
export function pick(legal: readonly Move[], chosen: readonly number[], cell: number): Selection {
  const path = [...chosen, cell]
  let matching = candidates(legal, path)
  if (!matching.length && chosen.length) {
    matching = candidates(legal, chosen).filter(({ cells }) => cells.at(-1) === cell)
    if (matching.length !== 1) matching = []
  }
  if (matching.length === 1 && (chosen.length > 0 || matching[0]!.cells.length === 1)) {
    return { chosen: [], move: matching[0]! }
  }
  const complete = matching.find(({ cells }) => cells.length === path.length)
  if (complete) return { chosen: [], move: complete }
  if (matching.length) return { chosen: path, move: null }
  const again = chosen[0] !== cell && candidates(legal, [cell]).length > 0
  return { chosen: again ? [cell] : [], move: null }
}

/** The pieces after moving one along a path, or after placing one on its only cell. */
export function piecesAfter({ pieces, to_move }: Frame, path: number[], captured: number[] = []): string[] {
  const now = [...pieces]
  const piece = now[path[0]!]
  if (path.length > 1) [now[path[0]!], now[path.at(-1)!]] = ['.', piece!]
  else if (path.length === 1 && piece === '.' && to_move !== null) now[path[0]!] = String(to_move)
  for (const cell of captured) now[cell] = '.'
  return now
}

/** Moves without cells, such as a swap, which need buttons. */
export function movesWithoutCells(legal: readonly Move[]): Move[] {
  return legal.filter(({ cells }) => cells.length === 0)
}

/** Return true if every legal move is a capture. */
export function captureForced(legal: readonly Move[]): boolean {
  return legal.length > 0 && legal.every(({ captured }) => captured.length > 0)
}
