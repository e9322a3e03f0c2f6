import { describe, expect, it } from 'vitest'
import type { Board } from '../src/lib/api'
import { View } from '../src/board/view'
import { around, chunks } from '../src/replay/output'
import {
  cellLabel,
  formatClock,
  pluralize,
  describePosition,
  formatDuration,
  joinWords,
  resultText,
  spokenMove,
} from '../src/lib/format'

const cells = [0, 1, 2, 3].map((i) => {
  const [x, y] = [(i % 2) + 0.5, Math.floor(i / 2) + 0.5]
  const points: [number, number][] = [
    [x - 0.5, y - 0.5],
    [x + 0.5, y - 0.5],
    [x + 0.5, y + 0.5],
    [x - 0.5, y + 0.5],
  ]
  return { name: String(i + 1), x, y, points, tone: 'dark' }
})
const board = {
  game: 'g',
  options: {},
  width: 2,
  height: 2,
  cells,
  scenery: [],
  labels: [],
  names_on_cells: true,
  orientations: {},
  palette: { dark: '#444444', side0: '#cc0000', side1: '#ffffff' },
  sides: ['red', 'white'],
  pieces: ['man', 'king'],
  first: 0,
} satisfies Board

describe('a board', () => {
  it('is turned', () => {
    const view = new View(board, 180)
    expect(view.centre(0).x).toBeCloseTo(1.5)
    expect(view.nearest({ x: 1.4, y: 1.6 })).toBe(0)
    expect(view.nearest({ x: 9, y: 9 })).toBeNull()
    expect(view.box(true)).toBe('0 0 2 2')
  })
  it('has the colours of its tones and sides', () => {
    const view = new View(board, 0)
    expect(['dark', 'side0-edge', 'side1'].map((tone) => view.tone(tone))).toEqual([
      'tone-dark',
      'tone-side red',
      'tone-side white',
    ])
  })
  it('is described in the words of its game', () => {
    expect([...'.03'].map((piece, cell) => cellLabel(cell, piece, board))).toEqual([
      '1, empty',
      '2, red',
      '3, white king',
    ])
    const frame = { ply: 0, to_move: 1, pieces: '2.1.', position: '', move: null, side: null } as const
    expect(describePosition(frame, board)).toBe('White to move. Red: king 1. White: 3.')
  })
  it('is walked over with the arrow keys', () => {
    const view = new View(board, 0)
    expect(view.towards(0, 'ArrowRight')).toBe(1)
    expect(view.towards(0, 'ArrowDown')).toBe(2)
    expect(view.towards(0, 'ArrowUp')).toBe(0)
  })
})

describe('outputs', () => {
  const outputs = Array.from({ length: 300 }, (_, i) => ({
    ply: i + 1,
    stream: 'stdout' as const,
    text: 'x'.repeat(1000),
  }))
  it('are gathered by move', () => {
    const twice = chunks(
      [...outputs.slice(0, 1), ...outputs.slice(0, 2), { ply: 1, stream: 'stderr', text: 'no' }],
      'stdout',
    )
    expect(twice.map(({ ply, text }) => [ply, text.length])).toEqual([
      [1, 2000],
      [2, 1000],
    ])
  })
  it('are drawn around the move in sight, and not all', () => {
    const all = chunks(outputs, 'stdout')
    const { from, to } = around(all, 150)
    expect(from).toBeLessThan(150)
    expect(to).toBeGreaterThan(150)
    expect(to - from).toBeLessThan(100)
  })
})

it('formats times', () => {
  expect([0.00001, 0.0004, 0.035, 1.24, 125].map(formatDuration)).toEqual([
    '<0.1 ms',
    '0.4 ms',
    '35 ms',
    '1.2 s',
    '2:05',
  ])
  expect([0, 9.99, 10, 61, 3723].map(formatClock)).toEqual(['0:00', '0:09.9', '0:10', '1:01', '1:02:03'])
})

it('reads moves aloud', () => {
  const speech = (text: string) =>
    spokenMove({ ply: 1, to_move: 1, pieces: '', position: '', move: { text, cells: [], captured: [] }, side: 0 }, [
      'red',
      'blue',
    ])
  expect(['12-16', '19x12', 'a2-b3', 'swap-pieces'].map(speech)).toEqual([
    'red 12 to 16',
    'red 19 takes 12',
    'red a2 to b3',
    'red swap-pieces',
  ])
})

it('counts', () => {
  expect([0, 1, 2, 1000].map((count) => pluralize(count, 'move'))).toEqual([
    '0 moves',
    '1 move',
    '2 moves',
    '1,000 moves',
  ])
})

it('names the side that lost without a detail from the server', () => {
  const timeout = { winner: 1, termination: 'timeout', detail: '' } as const
  expect(resultText(timeout, ['red', 'blue'])).toEqual({ title: 'Blue wins', reason: 'Red ran out of time' })
  expect(resultText({ ...timeout, detail: 'bot (red) was slow' }, ['red', 'blue']).reason).toBe('bot (red) was slow')
  const draw = { winner: null, termination: 'move limit', detail: '' } as const
  expect(resultText(draw, ['red', 'blue'])).toEqual({ title: 'Draw', reason: 'Move limit reached' })
})

it('enumerates', () => {
  expect([['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWords)).toEqual(['a', 'a and b', 'a, b and c'])
})
