import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Command, News } from '../src/lib/stream-hub'
import type { Connection } from '../src/lib/stream'
import { FakeSource } from './fake-source'

type Event = { seq: number }

/** A worker whose hub is the test. */
class FakeWorker {
  static made: FakeWorker[] = []
  static answers = true
  onerror = () => {}
  commands: Command[] = []
  port = {
    onmessage: (_: { data: { key: number; news: News } }) => {},
    postMessage: (command: Command) => {
      this.commands.push(command)
      if (command.type === 'follow' && FakeWorker.answers) this.tell({ type: 'connecting' })
    },
    close: () => {},
  }
  constructor() {
    FakeWorker.made.push(this)
  }
  /** The stream that was followed last. */
  get followed() {
    return this.commands.findLast((command) => command.type === 'follow')!
  }
  tell(news: News): void {
    this.port.onmessage({ data: { key: this.followed.key, news } })
  }
  send(...numbers: number[]): void {
    const data = JSON.stringify(numbers.map((seq) => ({ seq })))
    this.tell({ type: 'message', name: 'log', number: numbers.at(-1)!, data })
  }
}
const worker = () => FakeWorker.made[0]!

/** The page, as far as it can be hidden and left. */
const newPage = () => Object.assign(new EventTarget(), { hidden: false })
let page: ReturnType<typeof newPage>
function hide(hidden: boolean): void {
  page.hidden = hidden
  page.dispatchEvent(new Event('visibilitychange'))
}

let stream: typeof import('../src/lib/stream')
let received: (number | Connection | 'restart')[]
function listen(): () => void {
  return stream.follow<Event>('/log', {
    events: (events) => received.push(...events.map(({ seq }) => seq)),
    state: (state) => received.push(state),
    restart: () => received.push('restart'),
  })
}
/** Run all pending timers. */
const pass = () => vi.advanceTimersByTimeAsync(60_000)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;[received, FakeWorker.made, FakeWorker.answers, page] = [[], [], true, newPage()]
  FakeSource.install()
  vi.stubGlobal('SharedWorker', FakeWorker)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', (frame: ReturnType<typeof setTimeout>) => clearTimeout(frame))
  vi.resetModules() // it connects once
  stream = await import('../src/lib/stream')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a log that is followed', () => {
  it('is delivered in order, once per frame', async () => {
    const batches: number[] = []
    stream.follow('/log', { events: (events) => batches.push(events.length) })
    worker().send(1, 2)
    worker().send(3)
    await pass()
    worker().send(4)
    await pass()
    expect(batches).toEqual([3, 1])
  })

  it('is left while the page is hidden, and continued where it was', async () => {
    listen()
    worker().send(1, 2)
    await pass()
    hide(true)
    worker().send(3)
    hide(false)
    await pass()
    worker().send(3, 4)
    await pass()
    expect(worker().commands).toEqual([
      { type: 'follow', key: 1, path: '/log', after: 0 },
      { type: 'leave', key: 1 },
      { type: 'follow', key: 2, path: '/log', after: 2 },
    ])
    expect(received).toEqual(['connecting', 1, 2, 'connecting', 3, 4])
  })

  it('tells of a lost connection', async () => {
    listen()
    for (const type of ['lost', 'live'] as const) worker().tell({ type })
    await pass()
    expect(received).toEqual(['connecting', 'lost', 'live'])
  })

  it('is not requested again once it has been deleted', async () => {
    listen()
    worker().tell({ type: 'ended', status: 404 })
    await pass()
    expect([worker().commands.length, received.at(-1)]).toEqual([2, 'gone'])
  })

  it('starts again if the server has fewer events', async () => {
    listen()
    worker().send(1, 2, 3)
    await pass()
    worker().tell({ type: 'ended', status: 409 })
    await pass()
    expect(worker().followed.after).toBe(0)
    worker().send(1)
    await pass()
    expect(received).toEqual(['connecting', 1, 2, 3, 'restart', 'connecting', 1])
  })

  it('is not requested again if the server rejects even its start', async () => {
    listen()
    worker().tell({ type: 'ended', status: 409 })
    await pass()
    expect([worker().commands.length, received.at(-1)]).toEqual([2, 'gone'])
  })

  it.each([200, 500])('is requested again if it ends with status %i', async (status) => {
    listen()
    worker().tell({ type: 'ended', status })
    expect(received).toEqual(['connecting', 'lost'])
    await pass()
    expect(worker().commands.map(({ type }) => type)).toEqual(['follow', 'leave', 'follow'])
  })

  it.each([409, 500])(
    'is not requested again if it is closed or hidden after it ended with status %i',
    async (status) => {
      const leave = listen()
      worker().send(1)
      worker().tell({ type: 'ended', status })
      hide(true)
      await pass()
      hide(false)
      worker().tell({ type: 'ended', status })
      leave()
      await pass()
      expect(worker().commands.map(({ type }) => type)).toEqual(['follow', 'leave', 'follow', 'leave'])
    },
  )

  it('delivers nothing after it is closed', async () => {
    const leave = listen()
    worker().send(1)
    leave()
    worker().send(2)
    hide(true)
    hide(false)
    await pass()
    expect([received, worker().commands.length]).toEqual([['connecting'], 2])
  })
})

it('a stream may be followed while the page is hidden, until the page is left', () => {
  const texts: string[] = []
  const leave = stream.followStream('/analysis', { message: (name, data) => texts.push(name + data) }, true)
  hide(true)
  worker().tell({ type: 'message', name: 'annotation', number: 1, data: '{}' })
  page.dispatchEvent(new Event('pagehide'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  leave()
  expect(texts).toEqual(['annotation{}'])
  expect(worker().commands.map(({ type }) => type)).toEqual(['follow', 'close', 'follow', 'leave'])
  expect(worker().followed.after).toBe(1)
})

it('a command of the page makes the hub look for news', () => {
  stream.wake()
  expect(FakeWorker.made).toEqual([])
  listen()
  stream.wake()
  expect(worker().commands.at(-1)).toEqual({ type: 'wake' })
})

describe('without the shared worker, the page connects alone', () => {
  it.each(['is missing', 'cannot be loaded', 'does not answer'])('if it %s', async (how) => {
    if (how === 'is missing') vi.stubGlobal('SharedWorker', undefined)
    const leave = listen()
    if (how !== 'is missing') {
      worker().send(1, 2)
      vi.advanceTimersByTime(100)
      FakeWorker.answers = false
      hide(true)
      hide(false)
      if (how === 'cannot be loaded') worker().onerror()
      else vi.advanceTimersByTime(10_000)
      expect(worker().commands.at(-1)).toEqual({ type: 'close' })
    }
    vi.useRealTimers()
    await vi.waitFor(() => expect(FakeSource.newest?.follow).toEqual([`/log?after=${how === 'is missing' ? 0 : 2}`]))
    FakeSource.newest.send(0, 'log', [{ seq: 3 }], 3)
    await vi.waitFor(() => expect(received.at(-1)).toBe(3))
    leave()
    await vi.waitFor(() => expect(FakeSource.newest.closed).toBe(true))
    expect(FakeSource.made).toHaveLength(1)
  })

  it('but not if the worker has answered', async () => {
    listen()
    await pass()
    expect([FakeWorker.made.length, FakeSource.made.length, worker().commands.length]).toEqual([1, 0, 1])
  })
})
