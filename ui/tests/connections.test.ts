import { expect, it } from 'vitest'
import { skeleton } from '../src/analysis/connections'
import type { Board, Connection } from '../src/lib/api'

// A board of 3 by 3 hexagons, whose rows lean to the right.
const cells = Array.from({ length: 9 }, (_, i) => ({
  name: String(i),
  x: (i % 3) + Math.floor(i / 3) / 2,
  y: Math.floor(i / 3) * 0.866,
  points: [],
  tone: '',
}))
const board = { cells } as unknown as Board
const connection = (rest: Partial<Connection>): Connection => ({
  side: 0,
  from: [],
  to: [],
  edges: [],
  carrier: [],
  kind: 'bridge',
  key: null,
  ...rest,
})

it('leads a bridge to the edge to both cells there', () => {
  const drawn = skeleton([connection({ from: [4], edges: ['top'], carrier: [1, 2] })], board, '....0....')
  expect(drawn.lines.map(({ from, to }) => [from, to])).toEqual([
    [4, 1],
    [4, 2],
  ])
  expect(drawn.carrier).toEqual([1, 2])
})

it('draws the smallest of several connections between the same ends', () => {
  const large = connection({ from: [4], edges: ['top'], carrier: [0, 1, 2, 3], kind: 'connection' })
  const small = connection({ from: [4], edges: ['top'], carrier: [1, 2] })
  expect(skeleton([large, small], board, '....0....').carrier).toEqual([1, 2])
})

it('draws nothing that needs a move first, or has no stone', () => {
  const open = connection({ from: [4], to: [0], kind: 'semi', key: 1 })
  expect(skeleton([open, connection({ edges: ['top', 'bottom'] })], board, '0...0....').lines).toEqual([])
})

it('begins a line at the stone of a chain that is nearest', () => {
  const drawn = skeleton([connection({ from: [0], edges: ['bottom'], carrier: [6, 7] })], board, '0..0.....')
  expect(drawn.lines.map(({ from }) => from)).toEqual([3, 3])
})
