import { describe, expect, it } from 'vitest'
import type { Board } from '../src/lib/api'
import { parseHash, type Report } from '../src/report/data'
import { loadGame, unpackGame, type Moves } from '../src/report/unpack'
import { moveNumbers } from '../src/report/move-numbers'

const row = {
  name: 'g',
  board: 0,
  players: ['a', 'b'],
  winner: 0,
  termination: 'normal',
  detail: '',
  moves: 3,
  seconds: 1,
  mistakes: null,
  remarks: 0,
  failed: false,
}
const report = {
  boards: [{ game: 'hex', options: {}, sides: ['red', 'blue'] } as unknown as Board],
  games: [row],
  moves: [],
  printed: [null],
} as unknown as Report
const moves: Moves = {
  start: '....',
  first: 0,
  texts: ['a1', 'swap', 'b2'],
  cells: [[0], [], [3]],
  captured: [[], [], []],
  changes: [
    [0, '0'],
    [0, '.', 2, '1'],
    [3, '0'],
  ],
  notices: [],
  claims: [],
  statuses: ['', ''],
  seconds: [0.5, 0, 0.25],
}

describe('a packed game', () => {
  it('is built up from what each move changed', () => {
    const { document } = unpackGame(report, 0, moves, [[], [[2, 'stderr', 'hm']]])
    expect(document.frames.map(({ pieces }) => pieces)).toEqual(['....', '0...', '..1.', '..10'])
    expect(document.frames.map(({ to_move }) => to_move)).toEqual([0, 1, 0, null])
    expect(document.turns.map(({ seconds }) => seconds)).toEqual([0.5, 0, 0.25])
    expect(document.outputs[1]).toEqual([{ ply: 2, stream: 'stderr', text: 'hm' }])
  })
  it('leaves the last position of an unfinished game open', () => {
    const open = { ...report, games: [{ ...row, winner: null, termination: 'interrupted' }] } as unknown as Report
    expect(unpackGame(open, 0, moves, [[], []]).document.frames.at(-1)!.to_move).toBe(1)
  })
  it('is inflated', async () => {
    const bytes = new Blob([JSON.stringify(moves)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    const text = Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64')
    const { document } = await loadGame({ ...report, moves: [text] }, 0)
    expect(document.frames).toHaveLength(4)
  })
})

describe('stones', () => {
  it('have the number of the move that put them there', () => {
    const { frames } = unpackGame(report, 0, moves, [[], []]).document
    expect(moveNumbers(frames, 3).map(({ cell, text }) => [cell, text])).toEqual([
      [2, '2'],
      [3, '3'],
    ])
    expect(moveNumbers(frames, 0)).toEqual([])
  })
  it('have none where pieces move about', () => {
    const { frames } = unpackGame(report, 0, { ...moves, cells: [[0, 1], [], [3]] }, [[], []]).document
    expect(moveNumbers(frames, 3)).toEqual([])
  })
})

describe('an address', () => {
  it('names a game and a move, or the overview', () => {
    expect(parseHash('3/17', 5)).toEqual({ game: 2, ply: 17 })
    expect(parseHash('3', 5)).toEqual({ game: 2, ply: null })
    for (const hash of ['', '0', '6', 'overview', '3/', '-1']) expect(parseHash(hash, 5)).toBeNull()
  })
})
