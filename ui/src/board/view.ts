// Geometry of a board on the screen, at any rotation.
import type { Board } from '../lib/api'

export type Point = { x: number; y: number }

const LABEL = 0.35 // half the size of a label

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export class View {
  readonly centres: Point[]

  private readonly cos: number
  private readonly sin: number
  private readonly columns: boolean // neighbours stand above each other, but not side by side
  private readonly step: number // distance between rows, or columns

  /** Rotate the board by `degrees` about its centre; a hexagonal grid looks the same after 60 degrees. */
  constructor(
    readonly board: Board,
    degrees: number,
  ) {
    const angle = (degrees * Math.PI) / 180
    this.cos = Math.cos(angle)
    this.sin = Math.sin(angle)
    this.centres = board.cells.map((cell) => this.turn(cell.x, cell.y))
    this.columns = this.adjacent('y', 'x') && !this.adjacent('x', 'y')
    const distances = this.centres.map((centre) => Math.abs(this.fromFirst(centre))).filter((one) => one > 0.1)
    this.step = Math.min(1, ...distances)
  }

  /** Whether a cell in the middle of the board has a neighbour along an axis. */
  private adjacent(along: 'x' | 'y', across: 'x' | 'y'): boolean {
    const middle = this.centres[Math.floor(this.centres.length / 2)]
    return this.centres.some(
      (centre) =>
        centre !== middle &&
        Math.abs(centre[across] - middle![across]) < 0.1 &&
        Math.abs(centre[along] - middle![along]) < 1.1,
    )
  }

  /** The distance of a point from the first cell, across the rows or columns. */
  private fromFirst({ x, y }: Point): number {
    return this.columns ? x - this.centres[0]!.x : y - this.centres[0]!.y
  }

  turn(x: number, y: number): Point {
    const [cx, cy] = [this.board.width / 2, this.board.height / 2]
    const [dx, dy] = [x - cx, y - cy]
    return { x: cx + dx * this.cos - dy * this.sin, y: cy + dx * this.sin + dy * this.cos }
  }

  centre(cell: number): Point {
    return this.centres[cell]!
  }

  /** The points of a line through the centres of cells. */
  path(cells: number[]): string {
    return cells.map((cell) => `${round(this.centre(cell).x)},${round(this.centre(cell).y)}`).join(' ')
  }

  polygon(points: [number, number][]): string {
    return points
      .map(([x, y]) => this.turn(x, y))
      .map(({ x, y }) => `${round(x)},${round(y)}`)
      .join(' ')
  }

  /** CSS classes of a shape; a shape that belongs to a side, such as its edge, has that side's colour. */
  tone(tone: string): string {
    const side = /^side([01])/.exec(tone)?.[1]
    return side === undefined ? `tone-${tone}` : `tone-side ${this.board.sides[Number(side)]!}`
  }

  /** The SVG view box: the whole board, or only its cells and edges if `bare`. */
  box(bare: boolean): string {
    const { cells, scenery, labels } = this.board
    const corners = [...cells, ...scenery].flatMap(({ points }) => points).map(([x, y]) => this.turn(x, y))
    const beside = bare ? [] : labels.map(({ x, y }) => this.turn(x, y))
    const reach = (axis: 'x' | 'y') => {
      const values = corners.map((point) => point[axis])
      for (const point of beside) values.push(point[axis] - LABEL, point[axis] + LABEL)
      const least = Math.min(...values)
      return [round(least), round(Math.max(...values) - least)] as const
    }
    const [[left, width], [top, height]] = [reach('x'), reach('y')]
    return `${left} ${top} ${width} ${height}`
  }

  /** The cell at a point; null outside the board. */
  nearest(place: Point): number | null {
    let best: number | null = null
    let least = 0.71
    this.centres.forEach((centre, cell) => {
      const distance = Math.hypot(centre.x - place.x, centre.y - place.y)
      if (distance < least) [best, least] = [cell, distance]
    })
    return best
  }

  /** The cell that an arrow key moves to; the same cell at the edge of the board. */
  towards(cell: number, key: string): number {
    const direction = DIRECTIONS[key]!
    const from = this.centre(cell)
    const straight = this.columns ? direction.y : direction.x // along a row or column of neighbours
    const parity = Math.round(this.fromFirst(from) / this.step) % 2 ? 1 : -1
    let best = cell
    let least = Infinity
    this.centres.forEach((centre, other) => {
      const [dx, dy] = [centre.x - from.x, centre.y - from.y]
      const along = dx * direction.x + dy * direction.y
      const across = Math.abs(dx * direction.y) + Math.abs(dy * direction.x)
      if (along < 0.1 || across > along * 1.01 + 0.01) return
      // Keys along a row stay in it; on hexagonal boards, the others alternate between the two nearest cells.
      const cost = along + (straight ? 3 : 0.9) * across + 0.01 * parity * (this.columns ? dy : dx)
      if (cost < least) [best, least] = [other, cost]
    })
    return best
  }
}

export const isArrow = (key: string) => key in DIRECTIONS

const round = (value: number) => Math.round(value * 1000) / 1000
