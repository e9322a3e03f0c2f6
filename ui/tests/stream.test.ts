import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { follow, type Connection } from '../src/lib/stream'

type Event = { seq: number }

/** An event stream whose server is the test. */
class FakeSource {
  static readonly CLOSED = 2
  static made: FakeSource[] = []
  readyState = 0
  closed = false
  onopen = () => {}
  onerror = () => {}
  private log = (_: { data: string }) => {}

  constructor(readonly address: string) {
    FakeSource.made.push(this)
  }
  addEventListener(_: string, listener: (message: { data: string }) => void): void {
    this.log = listener
  }
  close(): void {
    this.closed = true
  }
  send(...numbers: number[]): void {
    this.log({ data: JSON.stringify(numbers.map((seq) => ({ seq }))) })
  }
  /** Lose the connection or, with a status, have the server reject it. */
  fail(status?: number): void {
    this.readyState = status ? FakeSource.CLOSED : 0
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ detail: 'why' }, { status: status ?? 200 })))
    this.onerror()
  }
}
const newest = () => FakeSource.made.at(-1)!

let received: (number | Connection | 'restart')[]
let cancelled: string[]
function listen(): () => void {
  return follow<Event>('/log', {
    events: (events) => received.push(...events.map(({ seq }) => seq)),
    state: (state) => received.push(state),
    restart: () => received.push('restart'),
  })
}
/** Run all pending timers and responses. */
const pass = () => vi.advanceTimersByTimeAsync(60_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;[FakeSource.made, received, cancelled] = [[], [], []]
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => {
    cancelled.push('frame')
    if (!document.hidden) clearTimeout(frame)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a log that is followed', () => {
  it('resumes where it was after a lost connection', async () => {
    listen()
    newest().send(1, 2)
    await pass()
    newest().fail()
    await pass()
    expect(newest().address).toBe('/api/log?after=2')
    newest().send(2, 3)
    await pass()
    expect(received).toEqual(['connecting', 1, 2, 'lost', 3])
  })

  it('is not requested again once it has been deleted', async () => {
    listen()
    newest().fail(404)
    await pass()
    expect([FakeSource.made.length, received.at(-1)]).toEqual([1, 'gone'])
  })

  it('starts again if the server has fewer events', async () => {
    listen()
    newest().send(1, 2, 3)
    await pass()
    newest().fail(409)
    await pass()
    expect([FakeSource.made.length, newest().address]).toEqual([2, '/api/log?after=0'])
    newest().send(1)
    await pass()
    expect(received).toEqual(['connecting', 1, 2, 3, 'lost', 'restart', 1])
  })

  it('is not requested again if the server rejects even its start', async () => {
    listen()
    newest().fail(409)
    await pass()
    expect([FakeSource.made.length, received.at(-1)]).toEqual([1, 'gone'])
  })

  it('is requested again while the server fails', async () => {
    listen()
    newest().fail(500)
    await pass()
    expect(FakeSource.made).toHaveLength(2)
  })

  it.each([true, false])('delivers nothing after it is closed, in a hidden page or not', async (hidden) => {
    vi.stubGlobal('document', { hidden })
    const leave = listen()
    newest().send(1)
    leave()
    await pass()
    expect([received, cancelled]).toEqual([['connecting'], hidden ? [] : ['frame']])
  })

  it('is not requested again if it is closed while the server rejects it', async () => {
    const leave = listen()
    newest().fail(409)
    leave()
    await pass()
    expect(FakeSource.made).toHaveLength(1)
  })
})
