// What the analysis draws over the board.
import type { Arrow, Line, Mark, Overlays } from '../board/overlays'
import type { Board, Side } from '../lib/api'
import { ofFirst } from './judging'
import type { Connection, Edge, Insight, Thought } from './shapes'

export type Layers = { best: boolean; heat: boolean; connections: boolean; must: boolean; dead: boolean; proof: boolean }
export const LAYERS: Layers = { best: true, heat: false, connections: false, must: false, dead: false, proof: true }

/** The layers that are on, of what is known of a position. */
export function overlaysOf(layers: Layers, board: Board, mover: Side | null, thought: Thought | null, insight: Insight | null): Overlays {
  const marks: Mark[] = []
  const arrows: Arrow[] = []
  const lines: Line[] = []
  if (layers.proof) for (const cell of insight?.carrier ?? []) marks.push({ cell, kind: 'carrier' })
  if (layers.connections) for (const one of insight?.connections ?? []) draw(one, board, lines, marks)
  if (layers.must) for (const cell of insight?.must_play ?? []) marks.push({ cell, kind: 'must' })
  if (layers.dead && insight) {
    for (const cell of insight.dead) marks.push({ cell, kind: 'dead', text: '×' })
    insight.captured.forEach((cells, side) => {
      for (const cell of cells) marks.push({ cell, kind: 'dead', text: board.sides[side]!.charAt(0).toUpperCase() })
    })
  }
  if (layers.best && thought && mover !== null) {
    const shown = thought.lines.filter(({ moves }) => moves[0]?.cells.length)
    shown.forEach(({ moves, win_chance }, rank) => {
      const { cells } = moves[0]!
      arrows.unshift({ cells, kind: rank ? 'other' : 'best' })
      const chance = Math.round(100 * ofFirst(win_chance, mover))
      if (cells.length === 1) marks.push({ cell: cells[0]!, kind: 'note', text: String(chance) })
    })
  }
  return { marks: unique(marks), arrows, lines, ...(layers.heat && thought?.heat ? { heat: thought.heat } : {}) }
}

/** A connection of two chains is a line; one to an edge is a line to each cell at the edge that it may use. */
function draw({ kind, side, from, to, edges, carrier }: Connection, board: Board, lines: Line[], marks: Mark[]): void {
  if (kind === 'semi') return
  const look = kind === 'bridge' ? 'bridge' : 'template'
  const [start, end] = [from[0] ?? to[0], from.length ? to[0] : undefined]
  if (start === undefined) return
  if (end !== undefined) lines.push({ from: start, to: end, kind: look, side })
  else for (const cell of atEdge(carrier, edges[0], board)) lines.push({ from: start, to: cell, kind: look, side })
  for (const cell of carrier) marks.push({ cell, kind: 'carrier' })
}

function atEdge(cells: number[], edge: Edge | undefined, { cells: all }: Board): number[] {
  if (!edge || !cells.length) return []
  // The rows lean to the right going down: how far a cell is from the left edge does not depend on its row.
  const [top, next] = [all[0]!, all.find(({ y }) => y > all[0]!.y + 0.1)]
  const lean = next ? (next.x - top.x) / (next.y - top.y) : 0
  const reach = (cell: number) => {
    const { x, y } = all[cell]!
    const across = x - lean * y
    return { top: -y, bottom: y, left: -across, right: across }[edge]
  }
  const most = Math.max(...all.map((_, cell) => reach(cell)))
  return cells.filter((cell) => reach(cell) > most - 0.2)
}

/** One mark of a kind for each cell. */
function unique(marks: Mark[]): Mark[] {
  return [...new Map(marks.map((mark) => [`${mark.kind}${mark.cell}`, mark])).values()]
}
