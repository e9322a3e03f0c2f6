// Overlays of a position. Cell numbers are indices into the board's cells.

export type MarkKind =
  'last' | 'won' | 'hint' | 'must' | 'dead' | 'good' | 'bad' | 'carrier' | 'linked' | 'note' | 'number'
export type Mark = { cell: number; kind: MarkKind; text?: string }
/** Arrows of moves, and arrows drawn by hand in the colours of tokens.css. */
export type ArrowKind = 'move' | 'hint' | 'best' | 'other' | 'bad' | `drawn-${'green' | 'red' | 'blue' | 'yellow'}`
/** The colour of an arrow or circle drawn by hand; undefined for others. */
export const drawnColour = (kind: ArrowKind) => (kind.startsWith('drawn-') ? `var(--${kind})` : undefined)

export type Arrow = { cells: number[]; kind: ArrowKind }
export type Line = { from: number; to: number; kind: 'bridge' | 'template' | 'chain'; side?: 0 | 1 }
/** The win chance of side 0 after the move at a cell, and the text for it. */
export type CellValue = { chance: number; text: string }
export type Ghost = { cell: number; piece: string }

export type Overlays = {
  marks?: Mark[]
  heat?: number[] // a value from 0 to 1 for each cell
  values?: (CellValue | null)[] // a value for each cell, which is also written on it
  arrows?: Arrow[]
  lines?: Line[]
  ghosts?: Ghost[] // captured pieces
}
