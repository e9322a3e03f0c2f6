import { expect, test } from 'vitest'
import { frameAt, overlaysAt, playedMoves, rightText } from '../src/examination/example'
import type { Frame, FaultExample } from '../src/lib/api'

const frame = (ply: number, cells: number[]): Frame => ({
  ply,
  to_move: 0,
  pieces: '....',
  position: String(ply),
  move: ply ? { text: cells.join('-'), cells, captured: [] } : null,
  side: ply ? 0 : null,
})
const example: FaultExample = {
  position: '0',
  lines: ['a line'],
  played: '1-2',
  right: ['1-3'],
  why: 'It wins.',
  repeated: 5,
  frames: [frame(0, []), frame(1, [1, 2]), frame(2, [3, 0])],
  right_frames: [frame(1, [1, 3])],
}

test('the position shows the move of the bot and the right move', () => {
  expect(overlaysAt(example, { kind: 'start' }).arrows).toEqual([
    { cells: [1, 2], kind: 'drawn-red' },
    { cells: [1, 3], kind: 'drawn-green' },
  ])
})

test('of many right moves, some are shown and the others counted', () => {
  const squares = [2, 3, 4, 5, 6, 7, 8, 9]
  const many = {
    ...example,
    right: squares.map((end) => `1-${end}`),
    right_frames: squares.map((end) => frame(1, [1, end])),
  }
  expect(overlaysAt(many, { kind: 'start' }).arrows).toHaveLength(7)
  expect(rightText(many)).toBe('1-2 or 1-3 or 1-4 or 1-5 or 1-6 or 1-7, or one of 2 others')
  expect(rightText({ ...many, right: many.right.slice(1) })).toBe('1-3 or 1-4 or 1-5 or 1-6 or 1-7 or 1-8 or 1-9')
  expect(rightText(example)).toBe('1-3')
})

test('a placed stone is marked instead', () => {
  const placed = { ...example, frames: [frame(0, []), frame(1, [2])], right_frames: [frame(1, [3])] }
  expect(overlaysAt(placed, { kind: 'start' })).toEqual({
    arrows: [],
    marks: [
      { cell: 2, kind: 'bad' },
      { cell: 3, kind: 'good' },
    ],
  })
  expect(overlaysAt(placed, { kind: 'played', ply: 1 })).toEqual({})
})

test('a step shows a position and the move that led to it', () => {
  expect(frameAt(example, { kind: 'played', ply: 2 })?.position).toBe('2')
  expect(frameAt(example, { kind: 'right', index: 0 })?.move?.text).toBe('1-3')
  expect(overlaysAt(example, { kind: 'played', ply: 2 }).arrows).toEqual([{ cells: [3, 0], kind: 'move' }])
  expect(playedMoves(example).map(({ text }) => text)).toEqual(['1-2', '3-0'])
})

test('an example without a move has no board steps', () => {
  const silent = { ...example, frames: [], right_frames: [] }
  expect(frameAt(silent, { kind: 'start' })).toBeUndefined()
  expect(playedMoves(silent)).toEqual([])
  expect(overlaysAt(silent, { kind: 'start' })).toEqual({ arrows: [], marks: [] })
})
