// Overlays of the analysis on the board.
import type { Arrow, Line, Mark, Overlays } from '../board/overlays'
import type { Board, Frame, Side, Insight, Thought } from '../lib/api'
import { skeleton } from './connections'
import { chanceFor, forFirstSide, type ScoreView } from './evaluation'

export type Layers = {
  best: boolean
  heat: boolean
  policy: boolean
  values: boolean
  connections: boolean
  must: boolean
  dead: boolean
  proof: boolean
}
export const LAYERS: Layers = {
  best: true,
  heat: false,
  policy: false,
  values: false,
  connections: false,
  must: false,
  dead: false,
  proof: true,
}
/** Layers that colour every cell, so that only one of them can be shown. */
export const MAPS: (keyof Layers)[] = ['heat', 'policy', 'values']

/** The overlays of the layers that are switched on. */
export function overlaysOf(
  layers: Layers,
  board: Board,
  frame: Frame,
  mover: Side | null,
  thought: Thought | null,
  insight: Insight | null,
  view: ScoreView = 'first',
): Overlays {
  const marks: Mark[] = []
  const arrows: Arrow[] = []
  const lines: Line[] = []
  if (layers.proof) for (const cell of insight?.carrier ?? []) marks.push({ cell, kind: 'carrier' })
  if (layers.connections && insight) {
    const drawing = skeleton(insight.connections, board, frame.pieces)
    lines.push(...drawing.lines)
    marks.push(...drawing.carrier.map((cell) => ({ cell, kind: 'linked' as const })))
  }
  if (layers.must) for (const cell of insight?.must_play ?? []) marks.push({ cell, kind: 'must' })
  if (layers.dead && insight) {
    for (const cell of insight.dead) marks.push({ cell, kind: 'dead', text: '×' })
    insight.captured.forEach((cells, side) => {
      for (const cell of cells) marks.push({ cell, kind: 'dead', text: board.sides[side]!.charAt(0).toUpperCase() })
    })
  }
  if (layers.best && thought && mover !== null) {
    const candidates = thought.lines.filter(({ moves }) => moves[0]?.cells.length)
    candidates.forEach(({ moves, win_chance }, rank) => {
      const { cells } = moves[0]!
      arrows.unshift({ cells, kind: rank ? 'other' : 'best' })
      const chance = Math.round(100 * chanceFor(view, win_chance, mover))
      if (cells.length === 1) marks.push({ cell: cells[0]!, kind: 'note', text: String(chance) })
    })
  }
  return { marks: unique(marks), arrows, lines, ...mapOf(layers, mover, thought, view) }
}

/** The map that is switched on, if the engine has it. */
function mapOf(layers: Layers, mover: Side | null, thought: Thought | null, view: ScoreView): Overlays {
  if (!thought || mover === null) return {}
  if (layers.values && thought.values) {
    const text = (chance: number) => String(Math.round(100 * chanceFor(view, chance, mover)))
    return {
      values: thought.values.map((chance) =>
        chance === null ? null : { chance: forFirstSide(chance, mover), text: text(chance) },
      ),
    }
  }
  if (layers.policy && thought.policy) {
    const most = Math.max(...thought.policy) || 1
    return { heat: thought.policy.map((share) => share / most) }
  }
  return layers.heat && thought.heat ? { heat: thought.heat } : {}
}

/** Remove repeated marks of the same kind on a cell. */
function unique(marks: Mark[]): Mark[] {
  return [...new Map(marks.map((mark) => [`${mark.kind}${mark.cell}`, mark])).values()]
}
