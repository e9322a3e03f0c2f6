import { describe, expect, it } from 'vitest'
import type { Board, Thought } from '../src/lib/api'
import { View } from '../src/board/view'
import { advice, offeredMove } from '../src/games/hex/swap'
import { LAYERS, overlaysOf } from '../src/analysis/layers'
import { proposedOptions } from '../src/setup/options'

const SIZE = 3
const cells = Array.from({ length: SIZE * SIZE }, (_, i) => {
  const [row, column] = [Math.floor(i / SIZE), i % SIZE]
  return { name: 'abc'[column]! + (row + 1), x: 1 + column + row / 2, y: 1 + row * 0.866, points: [], tone: 'cell' }
})
const board = {
  game: 'hex',
  options: { swap: true },
  width: 5,
  height: 4,
  cells,
  sides: ['red', 'blue'],
  orientations: { flat: 0, diamond: -30, pointed: 60 },
} as unknown as Board
const frame = (pieces: string, to_move: 0 | 1) => ({ ply: 0, to_move, pieces, position: '', move: null, side: null })

describe('a hexagonal board', () => {
  const names = (degrees: number, from: string, keys: string[]) => {
    const view = new View(board, degrees)
    let cell = cells.findIndex(({ name }) => name === from)
    return keys.map((key) => cells[(cell = view.towards(cell, `Arrow${key}`))]!.name)
  }
  it('is walked along its rows when it is flat', () => {
    expect(names(0, 'a1', ['Right', 'Right', 'Down', 'Left'])).toEqual(['b1', 'c1', 'c2', 'b2'])
  })
  it('reaches every cell when it is a diamond', () => {
    // The columns are the short diagonals: a3 b2 c1 from below to above.
    expect(names(-30, 'a3', ['Up', 'Up', 'Down'])).toEqual(['b2', 'c1', 'b2'])
    const steps = new Set(['Left', 'Right', 'Up', 'Down'].map((key) => names(-30, 'b2', [key])[0]))
    expect(steps.size).toBe(4)
    expect(steps).not.toContain('b2')
    expect(['b2', 'a3']).toContain(names(-30, 'a2', ['Right'])[0])
  })
  it('has the same rows when it stands on its corner', () => {
    expect(names(60, 'a3', ['Right', 'Right'])).toEqual(['b2', 'c1'])
  })
})

describe('the swap rule', () => {
  it('is explained when it is offered', () => {
    const situation = { board, frame: frame('.0.......', 1) }
    expect(offeredMove('swap-pieces', situation)).toMatchObject({ name: 'Swap' })
    expect(offeredMove('swap-pieces', situation)!.help).toContain('red b1 becomes blue a2')
    expect(offeredMove('pass', situation)).toBeNull()
  })
  it('is announced before the first stone', () => {
    expect(advice({ board, frame: frame('.........', 0) })).toContain('Blue may take over this stone')
    expect(advice({ board, frame: frame('0........', 1) })).toBeNull()
    expect(advice({ board: { ...board, options: {} }, frame: frame('.........', 0) })).toBeNull()
  })
  it('is proposed to people, not to programs', () => {
    const facts = { options: { swap: { default: false, suggested: true } } } as never
    expect(proposedOptions(facts, false)).toEqual({ swap: true })
    expect(proposedOptions(facts, true)).toEqual({ swap: false })
  })
})

describe('maps of the network', () => {
  const thought = { lines: [], heat: [1], policy: [0.5, 0.25], values: [0.75, null] } as unknown as Thought
  const shown = (on: object, mover: 0 | 1 | null = 0) =>
    overlaysOf({ ...LAYERS, best: false, ...on }, board, frame('', 0), mover, thought, null)
  it('are drawn relative to the likeliest move', () => {
    expect(shown({ policy: true }).heat).toEqual([1, 0.5])
  })
  it('have the colour of the side that is ahead', () => {
    expect(shown({ values: true }).values).toEqual([{ chance: 0.75, text: '75' }, null])
    expect(shown({ values: true }, 1).values).toEqual([{ chance: 0.25, text: '25' }, null])
    expect(shown({ values: true }, null).values).toBeUndefined()
  })
})
