// The frames and overlays of the steps of an example.
import type { Overlays } from '../board/overlays'
import type { Frame, Move, FaultExample } from '../lib/api'

/** A step of an example: the position, a move of the line that the bot chose, or a right move. */
export type Step = { kind: 'start' } | { kind: 'played'; ply: number } | { kind: 'right'; index: number }

/** The moves of the line that the bot chose. */
export const playedMoves = (example: FaultExample): Move[] => example.frames.slice(1).map(({ move }) => move!)

/** Number of right moves that are shown; there may be many in a position in which only the bot's move is wrong. */
export const MOST_RIGHT = 6

/** The right moves; if there are many, some of them and the number of the others. */
export function rightText({ right }: FaultExample): string {
  const others = right.length - MOST_RIGHT
  if (others <= 1) return right.join(' or ')
  return `${right.slice(0, MOST_RIGHT).join(' or ')}, or one of ${others} others`
}

export function frameAt(example: FaultExample, step: Step): Frame | undefined {
  if (step.kind === 'right') return example.right_frames[step.index]
  return example.frames[step.kind === 'played' ? step.ply : 0]
}

/** At the start, the bot's move and right moves; later, the move that led to the position. */
export function overlaysAt(example: FaultExample, step: Step): Overlays {
  if (step.kind === 'start') {
    const wrong = example.frames[1]?.move
    return joined([
      ...(wrong ? [overlayOf(wrong, 'bad')] : []),
      ...example.right_frames.slice(0, MOST_RIGHT).map(({ move }) => overlayOf(move!, 'good')),
    ])
  }
  const move = frameAt(example, step)?.move
  return move && move.cells.length > 1 ? { arrows: [{ cells: move.cells, kind: 'move' }] } : {}
}

/** A move of a piece is an arrow, a placed stone a marked cell. */
function overlayOf({ cells }: Move, kind: 'good' | 'bad'): Overlays {
  if (cells.length > 1) return { arrows: [{ cells, kind: kind === 'good' ? 'drawn-green' : 'drawn-red' }] }
  return { marks: cells.map((cell) => ({ cell, kind })) }
}

const joined = (parts: Overlays[]): Overlays => ({
  arrows: parts.flatMap(({ arrows }) => arrows ?? []),
  marks: parts.flatMap(({ marks }) => marks ?? []),
})
