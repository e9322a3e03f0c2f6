import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StudyFile } from '../src/analysis/file.svelte'
import { keyName } from '../src/analysis/keys'
import { Study } from '../src/analysis/study.svelte'
import { wholeGameUrl } from '../src/analysis/urls'
import type { Board, Frame, GameDocument } from '../src/lib/api'
import { isForPage } from '../src/lib/keys'

const frame = (ply: number, text: string): Frame => ({
  ply,
  to_move: 0,
  pieces: '',
  position: ply ? text : 'start',
  move: ply ? { text, cells: [], captured: [] } : null,
  side: ply ? 0 : null,
})
const board = { game: 'checkers', sides: ['red', 'white'] } as Board
const open = (moves = ['a', 'b']) =>
  new Study(
    {
      title: '',
      board: { game: 'checkers', options: { counter: 0 } },
      players: ['Bob', ''],
      frames: ['', ...moves].map((text, ply) => frame(ply, text)),
      headers: {},
      outcome: null,
      tree: [],
    } as unknown as GameDocument,
    board,
  )

type Sent = { method: string; path: string; body: { revision?: number; tree: { nags: number[] }[]; name: string } }
let sent: Sent[] = []
let status = 200
beforeEach(() => {
  vi.useFakeTimers()
  ;[sent, status] = [[], 200]
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json({ revision: 7 }))
    sent.push({ method, path, body: JSON.parse(body) as Sent['body'] })
    if (status !== 200) return Promise.resolve(Response.json({ detail: 'no' }, { status }))
    return Promise.resolve(Response.json(method === 'POST' ? { id: 'new' } : { revision: sent.length }))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const marked = ({ body }: Sent) => body.tree.map(({ nags }) => nags.join()).join(' ')

describe('the file of a study', () => {
  it('is created by the first edit and saved after the others', async () => {
    const study = open()
    const created: string[] = []
    const file = new StudyFile(study, null, (id) => created.push(id))
    file.schedule()
    await vi.runAllTimersAsync()
    expect([sent, file.state]).toEqual([[], 'new'])
    study.toggleGlyph(1, 1)
    file.schedule()
    await vi.runAllTimersAsync()
    expect([created, file.id, file.state]).toEqual([['new'], 'new', 'saved'])
    study.toggleGlyph(2, 2)
    file.schedule()
    study.toggleGlyph(2, 3)
    file.schedule()
    expect(file.state).toBe('saving')
    await vi.runAllTimersAsync()
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/studies', 'PUT /api/studies/new'])
    expect([marked(sent[1]!), sent[1]!.body.revision, file.changed]).toEqual([' 1 3', 1, false])
  })

  it('is not saved if an edit is undone at once, nor twice at the same time', async () => {
    const study = open()
    const file = new StudyFile(study, { id: 'x', name: '', revision: 3 }, () => {})
    study.toggleGlyph(1, 1)
    file.schedule()
    study.undo()
    file.schedule()
    await vi.runAllTimersAsync()
    expect([file.state, sent.length]).toEqual(['saved', 0])
    study.redo()
    await Promise.all([file.save(), file.save(), file.save()])
    expect([file.state, sent.length]).toEqual(['saved', 1])
  })

  it('is not written over another version', async () => {
    const study = open()
    const file = new StudyFile(study, { id: 'x', name: '', revision: 3 }, () => {})
    study.toggleGlyph(1, 1)
    status = 409
    await file.save()
    study.toggleGlyph(1, 2)
    file.schedule()
    await vi.runAllTimersAsync()
    expect([file.state, sent.length]).toEqual(['conflict', 1])
    status = 200
    await file.overwrite()
    expect([file.state, sent[1]!.body.revision, marked(sent[1]!)]).toEqual(['saved', 7, ' 2 '])
  })

  it('reports a failure, and is saved again by the next edit', async () => {
    const study = open()
    const file = new StudyFile(study, null, () => {})
    study.toggleGlyph(1, 1)
    status = 422
    await file.save()
    expect([file.state, file.problem]).toEqual(['failed', 'no'])
    status = 200
    study.toggleGlyph(1, 2)
    file.schedule()
    await vi.runAllTimersAsync()
    expect([file.state, marked(sent.at(-1)!)]).toEqual(['saved', ' 2 '])
  })

  it('gets the last edit when the page is closed', () => {
    const study = open()
    const file = new StudyFile(study, { id: 'x', name: '', revision: 3 }, () => {})
    expect([file.close(), sent.length]).toEqual([true, 0])
    study.toggleGlyph(1, 1)
    expect([file.close(), sent.length]).toEqual([true, 1])
    study.comment(1, 'long '.repeat(20_000))
    expect([file.close(), sent.length]).toEqual([false, 1])
  })

  it('is saved again if the page stays open and saving has failed', async () => {
    const study = open()
    const file = new StudyFile(study, { id: 'x', name: '', revision: 3 }, () => {})
    study.toggleGlyph(1, 1)
    status = 500
    expect(file.close()).toBe(true)
    await vi.runAllTimersAsync()
    expect([file.changed, file.state]).toEqual([true, 'failed'])
    status = 200
    await file.save()
    expect([file.changed, sent.map(({ body }) => body.revision)]).toEqual([false, [3, 3]])
  })
})

it('has an address with all moves if the game is short', () => {
  expect(wholeGameUrl(open())).toBe('/analyse?of=checkers&options=counter%3D0&position=start&moves=a%2Cb&player0=Bob')
  expect(wholeGameUrl(open(Array.from({ length: 600 }, () => '10-14')))).toBe(null)
})

it('names keys as they are listed', () => {
  const key = (name: string, held: Partial<KeyboardEvent> = {}) =>
    keyName({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, ...held } as KeyboardEvent)
  expect(key('p')).toBe('p')
  expect(key('N', { shiftKey: true })).toBe('Shift+n')
  expect(key('?', { shiftKey: true })).toBe('?')
  expect(key('z', { metaKey: true })).toBe('Ctrl+z')
  expect(key('Z', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+z')
  expect(key('Delete')).toBe('Delete')
})

it('leaves keys to fields and to the browser', () => {
  const pressed = (closest: unknown, held: Partial<KeyboardEvent> = {}) =>
    isForPage({ defaultPrevented: false, altKey: false, target: { closest: () => closest }, ...held } as KeyboardEvent)
  expect([pressed(null), pressed({}), pressed(null, { altKey: true })]).toEqual([true, false, false])
})
