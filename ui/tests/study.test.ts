import { afterEach, describe, expect, it, vi } from 'vitest'
import { exportRequest } from '../src/analysis/export'
import { Study } from '../src/analysis/study.svelte'
import type { Board, Frame, GameDocument, Move } from '../src/lib/api'

const move = (text: string): Move => ({ text, cells: [], captured: [] })
const frame = (ply: number, texts: string[]): Frame => ({
  ply,
  to_move: 0,
  pieces: '',
  position: `start ${texts.join(' ')}`.trim(),
  move: ply ? move(texts[ply - 1]!) : null,
  side: ply ? 0 : null,
})
const GAME = ['a', 'b', 'c']
const board = { game: 'checkers', sides: ['red', 'white'] } as Board
const document = (moves: string[]): GameDocument => ({
  id: '1',
  title: '',
  board: { game: 'checkers', options: { counter: 0 } },
  players: ['Bob', 'Ann'],
  first: 0,
  frames: [0, ...moves].map((_, ply) => frame(ply, moves)),
  turns: [],
  outputs: [[], []],
  outcome: { winner: 1, termination: 'resignation', detail: '' },
  statuses: ['', ''],
  notices: [],
  start_clock: [null, null],
  end_clock: null,
  headers: { Event: 'Club' },
  tree: [],
})

/** Play moves on a server that accepts every move. */
async function play(study: Study, ...texts: string[]): Promise<void> {
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    const { moves } = JSON.parse(body) as { moves: string[] }
    return Promise.resolve(Response.json({ frame: frame(moves.length, moves), legal: [], outcome: null, forms: {} }))
  })
  for (const text of texts) expect(await study.play(move(text))).toBe(true)
}
const lines = (study: Study) =>
  study.variations.map(({ from, frames }) => [from, ...frames.map((one) => one.move!.text)].join(' '))
const inSight = (study: Study) => study.frames.slice(1).map((one) => one.move!.text)

afterEach(() => vi.unstubAllGlobals())

describe('variations', () => {
  it('keep the rest of a variation when another branches off', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x', 'y', 'z')
    study.goTo(1)
    await play(study, 'w')
    expect(lines(study)).toEqual(['0 x y z', '0 x w'])
    expect([inSight(study), study.ply]).toEqual([['x', 'w'], 2])
  })

  it('are selected again when their moves are played again', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x', 'y', 'z')
    study.goTo(1)
    await play(study, 'w')
    study.goTo(1)
    await play(study, 'y')
    expect(lines(study)).toEqual(['0 x y z', '0 x w'])
    expect([inSight(study), study.ply]).toEqual([['x', 'y', 'z'], 2])
  })

  it('grow at their end', async () => {
    const study = new Study(document(GAME), board)
    study.goTo(1)
    await play(study, 'x', 'y')
    expect(lines(study)).toEqual(['1 x y'])
  })

  it('branch off the game where another line does', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x', 'y')
    study.goTo(0)
    await play(study, 'w')
    expect(lines(study)).toEqual(['0 x y', '0 w'])
  })

  it('lead back to the game by its moves', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x', 'y')
    study.goTo(0)
    await play(study, 'a')
    expect([lines(study), study.chosen, study.ply]).toEqual([['0 x y'], null, 1])
  })
})

describe('a game that is saved', () => {
  it('is the original game with its headers and result, also from inside a variation', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x')
    expect(exportRequest(study, false)).toEqual({
      game: 'checkers',
      options: { counter: 0 },
      start: 'start a b c',
      moves: GAME,
      players: ['Bob', 'Ann'],
      statuses: ['', ''],
      headers: { Event: 'Club' },
      outcome: { winner: 1, termination: 'resignation', detail: '' },
    })
  })

  it('is the selected variation on request, with an unknown result', async () => {
    const study = new Study(document(GAME), board)
    study.goTo(1)
    await play(study, 'x')
    expect(exportRequest(study, true)).toMatchObject({ moves: ['a', 'x'], headers: { Event: 'Club' }, outcome: null })
  })

  it('leaves the result to the board if the record has none', () => {
    const unfinished = { ...document(GAME), outcome: null }
    expect(exportRequest(new Study(unfinished, board), false)).toMatchObject({ moves: GAME, outcome: null })
  })
})
