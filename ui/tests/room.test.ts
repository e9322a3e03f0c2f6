import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RoomEvent } from '../src/lib/api'
import { Room } from '../src/room/room.svelte'

const setup = { game: 'hex', options: {}, players: ['random', 'random'], time: {} }
const frame = (ply: number) => ({ ply, to_move: 0, pieces: '', position: '', move: null, side: null })
const EVENTS = [
  { type: 'opened', setup },
  { type: 'began', number: 1, players: setup.players, seats: setup.players, frame: frame(0) },
  { type: 'moved', frame: frame(1), turn: { clock: [null, null] } },
  { type: 'ended', number: 1, outcome: { winner: null, termination: 'interrupted', detail: '' }, statuses: ['', ''] },
].map((event, i) => ({ ...event, seq: i + 1, at: i })) as RoomEvent[]

let deliver: (events: RoomEvent[]) => void
vi.mock('../src/lib/stream', async (original) => ({
  ...(await original<typeof import('../src/lib/stream')>()),
  follow: (_: string, { events }: { events: typeof deliver }) => {
    deliver = events
    return () => {}
  },
}))

let asked = 0
vi.mock('../src/lib/api', async (original) => ({
  ...(await original<typeof import('../src/lib/api')>()),
  fetchBoard: () => null,
  fetchCatalogue: () => ({ games: [] }),
  get: () => {
    asked++
    return Promise.resolve({ setup, detail: 'the disk is full' })
  },
}))

let page: EventTarget & { hidden: boolean }
beforeEach(() => {
  vi.useFakeTimers()
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the page of a room asks why a game makes no progress, while it is visible', async () => {
  const hide = (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
  const asks = async () => {
    const before = asked
    await vi.advanceTimersByTimeAsync(60_000)
    return asked > before
  }
  const room = new Room('x')
  await room.enter()
  expect(await asks()).toBe(false)
  deliver(EVENTS.slice(0, 2))
  expect([await asks(), room.problem]).toEqual([true, 'the disk is full'])
  hide(true)
  expect(await asks()).toBe(false)
  hide(false)
  expect(await asks()).toBe(true)
  deliver(EVENTS.slice(2, 3))
  expect(room.problem).toBe('')
  expect(await asks()).toBe(true)
  deliver(EVENTS.slice(3))
  expect(await asks()).toBe(false)
})
