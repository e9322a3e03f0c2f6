// The connections to draw on the board: just enough to show which chains are connected.
import type { Line } from '../board/overlays'
import type { Board, Connection } from '../lib/api'

export type Drawing = { lines: Line[]; carrier: number[] }

/** A minimal set of connections that joins the chains and edges of each side, smallest carriers first. */
export function skeleton(connections: Connection[], board: Board, pieces: string): Drawing {
  const drawing: Drawing = { lines: [], carrier: [] }
  const groups = new Map<string, string>()
  const groupOf = (end: string): string => {
    const next = groups.get(end)
    return next === undefined ? end : groupOf(next)
  }
  const whole = connections.filter(({ kind, from, to }) => kind !== 'semi' && from.length + to.length > 0)
  for (const one of whole.sort((a, b) => a.carrier.length - b.carrier.length)) {
    const cells = [...one.from, ...one.to].map((cell) => chainOf(cell, board, pieces))
    const ends = [
      ...cells.map((chain) => `${one.side} ${Math.min(...chain)}`),
      ...one.edges.map((edge) => `${one.side} ${edge}`),
    ]
    const [first, second] = [groupOf(ends[0]!), groupOf(ends[1] ?? ends[0]!)]
    if (first === second) continue
    groups.set(first, second)
    drawing.lines.push(...linesOf(one, cells, board))
    drawing.carrier.push(...one.carrier)
  }
  return drawing
}

/** A connection of two chains is one line; a connection to an edge has lines to the edge cells of its carrier. */
function linesOf({ side, kind, edges, carrier }: Connection, chains: number[][], board: Board): Line[] {
  const style = kind === 'bridge' ? 'bridge' : 'template'
  const middle = centre(carrier, board)
  const [from, to] = chains.map((chain) => nearest(chain, middle, board))
  if (from === undefined) return []
  if (to !== undefined) return [{ from, to, kind: style, side }]
  const edgeCells = atEdge(carrier, edges[0], board)
  const targets = style === 'bridge' ? edgeCells : [nearest(edgeCells, board.cells[from]!, board)]
  return targets.filter((cell) => cell !== undefined).map((cell) => ({ from, to: cell, kind: style, side }))
}

type Point = { x: number; y: number }

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

function centre(cells: number[], { cells: all }: Board): Point {
  const sum = cells.reduce((so, cell) => ({ x: so.x + all[cell]!.x, y: so.y + all[cell]!.y }), { x: 0, y: 0 })
  return { x: sum.x / (cells.length || 1), y: sum.y / (cells.length || 1) }
}

function nearest(cells: number[], place: Point, { cells: all }: Board): number | undefined {
  return cells.reduce<number | undefined>(
    (best, cell) => (best === undefined || distance(all[cell]!, place) < distance(all[best]!, place) ? cell : best),
    undefined,
  )
}

/** The chain of adjacent stones that contains a cell. */
function chainOf(cell: number, { cells }: Board, pieces: string): number[] {
  const chain = [cell]
  for (const one of chain) {
    cells.forEach((place, other) => {
      if (pieces[other] === pieces[cell] && !chain.includes(other) && distance(place, cells[one]!) < 1.1)
        chain.push(other)
    })
  }
  return chain
}

function atEdge(cells: number[], edge: string | undefined, { cells: all }: Board): number[] {
  if (!edge) return []
  // Each row is shifted to the right of the row above; remove the shift to get the distance from the left edge.
  const [top, next] = [all[0]!, all.find(({ y }) => y > all[0]!.y + 0.1)]
  const lean = next ? (next.x - top.x) / (next.y - top.y) : 0
  const reach = (cell: number) => {
    const { x, y } = all[cell]!
    const across = x - lean * y
    return { top: -y, bottom: y, left: -across, right: across }[edge] ?? 0
  }
  const most = Math.max(...all.map((_, cell) => reach(cell)))
  return cells.filter((cell) => reach(cell) > most - 0.2)
}
