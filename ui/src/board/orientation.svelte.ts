// The orientation in which boards are drawn: one choice for wide screens and one for phones, kept in the browser.
import type { Board, Side } from '../lib/api'
import { persisted } from '../lib/persisted.svelte'
import { narrow } from '../lib/screen'
import { View } from './view'

const onWide = persisted('orientation', '')
const onNarrow = persisted('orientation-narrow', '')
const setting = () => (narrow.current ? onNarrow : onWide)

export type Orientation = { name: string; degrees: number }

const orientations = (board: Board): Orientation[] =>
  Object.entries(board.orientations).map(([name, degrees]) => ({ name, degrees }))

/** The ratio of width to height of a rotated board. */
function aspect(board: Board, degrees: number): number {
  const [, , width, height] = new View(board, degrees).box(false).split(' ').map(Number)
  return width! / height!
}

/** The orientation of a board: the user's choice; otherwise the first one, or on phones the narrowest one. */
export function orientationOf(board: Board): Orientation {
  const known = orientations(board)
  const chosen = known.find(({ name }) => name === setting().value)
  if (chosen) return chosen
  if (!narrow.current || board.width <= 1.2 * board.height) return known[0] ?? { name: '', degrees: 0 }
  const byWidth = known.map((one) => ({ one, ratio: aspect(board, one.degrees) })).sort((a, b) => a.ratio - b.ratio)
  return byWidth[0]?.one ?? { name: '', degrees: 90 }
}

/** Whether to draw a board upside down for a side; the user rotates a board that has several orientations. */
export const isTurnedFor = (board: Board, side: Side) => side === 1 && !Object.keys(board.orientations).length

/** The ratio of width to height of a board in its orientation. */
export const aspectOf = (board: Board) => aspect(board, orientationOf(board).degrees)

export function chooseOrientation(name: string): void {
  setting().value = name
}
