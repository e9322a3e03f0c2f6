import { afterEach, describe, expect, it, vi } from 'vitest'
import { exportRequest } from '../src/analysis/export'
import { Study } from '../src/analysis/study.svelte'
import { toWire } from '../src/analysis/tree'
import type { Board, Frame, GameDocument, Move, MoveDetails } from '../src/lib/api'

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
const line = (study: Study) =>
  study.frames
    .slice(1)
    .map((one) => one.move!.text)
    .join(' ')
const moves = (study: Study) =>
  toWire(study.tree)
    .slice(1)
    .map(({ parent, move: text }) => `${parent}${text}`)
    .join(' ')
const at = (study: Study) => study.moves.join(' ')

afterEach(() => vi.unstubAllGlobals())

describe('moves that are played', () => {
  it('branch off, and keep what was there', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x', 'y', 'z')
    study.goTo(1)
    await play(study, 'w')
    expect([moves(study), line(study), study.ply]).toEqual(['0a 1b 2c 0x 4y 5z 4w', 'x w', 2])
  })

  it('follow a line that has them', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x', 'y', 'z')
    study.goTo(0)
    await play(study, 'a')
    expect([moves(study), line(study), study.ply, study.inGame]).toEqual(['0a 1b 2c 0x 4y 5z', 'a b c', 1, true])
    study.goTo(0)
    await play(study, 'x')
    expect([line(study), study.ply, study.inGame, study.place]).toEqual(['x y z', 1, false, 0])
  })
})

describe('the keys of the tree', () => {
  it('step through the selected line, also back and forth', async () => {
    const study = new Study(document(GAME), board)
    study.goTo(1)
    await play(study, 'x', 'y')
    study.goTo(0)
    study.goTo(2)
    expect(at(study)).toBe('a x')
  })

  it('step between alternatives, and to the next move that has some', async () => {
    const study = new Study(document(GAME), board)
    study.goTo(1)
    await play(study, 'x', 'y')
    study.goTo(0)
    study.select(2)
    study.goTo(0)
    study.selectAlternative(1)
    expect(at(study)).toBe('a b')
    study.selectAlternative(1)
    expect(at(study)).toBe('a x')
    study.selectAlternative(1)
    expect(at(study)).toBe('a x y')
    study.selectAlternative(-1)
    study.selectAlternative(-1)
    expect(at(study)).toBe('a b')
    study.selectAlternative(-1)
    expect(at(study)).toBe('')
  })

  it('find a position again by its place in the address', async () => {
    const study = new Study(document(GAME), board)
    study.goTo(2)
    expect(study.mark).toBe('2')
    await play(study, 'x', 'y')
    const { mark } = study
    study.goTo(0)
    study.selectMark(mark)
    expect(at(study)).toBe('a b x y')
    study.selectMark('n99')
    expect(at(study)).toBe('a b x y')
  })
})

describe('edits', () => {
  it('are undone and redone with the selected position', async () => {
    const study = new Study(document(GAME), board)
    study.goTo(1)
    await play(study, 'x')
    study.promote(study.node.id)
    expect([moves(study), study.inGame]).toEqual(['0a 1x 1b 3c', true])
    study.remove(study.node.id)
    expect([moves(study), at(study)]).toEqual(['0a 1b 2c', 'a'])
    study.undo()
    study.undo()
    expect([moves(study), at(study), study.inGame]).toEqual(['0a 1b 2c 1x', 'a x', false])
    study.redo()
    study.redo()
    expect([moves(study), at(study), study.canRedo]).toEqual(['0a 1b 2c', 'a', false])
    for (let i = 0; i < 5; i++) study.undo()
    expect([moves(study), study.canUndo]).toEqual(['0a 1b 2c', false])
  })

  it('of a comment are undone together', () => {
    const study = new Study(document(GAME), board)
    study.goTo(1)
    const { id } = study.node
    for (const text of ['g', 'go', 'good']) study.comment(id, text)
    study.toggleGlyph(id, 1)
    study.comment(id, 'good!')
    study.undo()
    expect(study.node).toMatchObject({ comment: 'good', nags: [1] })
    study.undo()
    study.undo()
    expect([study.node.comment, study.canUndo]).toEqual(['', false])
  })

  it('do not mark the start', () => {
    const study = new Study(document(GAME), board)
    study.toggleGlyph(study.node.id, 1)
    study.remove(study.node.id)
    study.promote(study.node.id)
    expect(study.canUndo).toBe(false)
  })
})

describe('a game that is saved', () => {
  it('has all variations, its headers and its result, also from inside a variation', async () => {
    const study = new Study(document(GAME), board)
    await play(study, 'x')
    const { tree, ...rest } = exportRequest(study, { line: false, verdicts: true })
    expect(tree.map(({ move: text }) => text)).toEqual([null, ...GAME, 'x'])
    expect(rest).toEqual({
      game: 'checkers',
      options: { counter: 0 },
      start: 'start a b c',
      verdicts: [],
      players: ['Bob', 'Ann'],
      statuses: ['', ''],
      headers: { Event: 'Club' },
      outcome: { winner: 1, termination: 'resignation', detail: '' },
    })
  })

  it('keeps a result that the board did not decide, and leaves others to another main line', async () => {
    const [resigned, won] = (['resignation', 'normal'] as const).map((termination) => {
      return new Study({ ...document(GAME), outcome: { winner: 1, termination, detail: '' } }, board)
    })
    for (const study of [resigned!, won!]) {
      expect(study.outcome?.winner).toBe(1)
      study.goTo(1)
      await play(study, 'x')
      study.promote(study.node.id)
    }
    expect([resigned!.outcome?.winner, won!.outcome]).toEqual([1, null])
    won!.undo()
    expect(won!.outcome?.winner).toBe(1)
    expect(new Study({ ...document(GAME), outcome: null }, board).outcome).toBe(null)
  })

  it('has the details of moves only where they were played', async () => {
    const turns = [0.1, 0.2, 0.3].map((win_chance) => ({ win_chance }) as MoveDetails)
    const study = new Study({ ...document(GAME), turns }, board)
    const chances = () => study.turns.map((turn) => turn?.win_chance)
    expect(chances()).toEqual([0.1, 0.2, 0.3])
    study.goTo(1)
    await play(study, 'x', 'y')
    study.promote(study.node.id, true)
    expect(chances()).toEqual([0.1, undefined, undefined])
  })

  it('is the selected line on request, with an unknown result', async () => {
    const study = new Study(document(GAME), board)
    study.goTo(1)
    await play(study, 'x')
    const { tree, ...rest } = exportRequest(study, { line: true, verdicts: true })
    expect(tree.map(({ parent, move: text }) => `${parent} ${text}`)).toEqual(['null null', '0 a', '1 x'])
    expect(rest).toMatchObject({ headers: { Event: 'Club' }, outcome: null })
  })
})
