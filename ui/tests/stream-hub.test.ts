import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Hub, type Command, type News } from '../src/lib/stream-hub'
import { FakeSource } from './fake-source'

/** A page that follows streams, of which the hub knows the port only. */
class Page {
  received: [key: number, news: News][] = []
  port = { onmessage: (_: { data: Command }) => {}, postMessage: this.receive.bind(this) }

  constructor(hub: Hub) {
    hub.serve(this.port as unknown as MessagePort)
  }
  receive({ key, news }: { key: number; news: News }): void {
    this.received.push([key, news])
  }
  send(command: Command): void {
    this.port.onmessage({ data: command })
  }
  follow(key: number, path: string, after = 0): void {
    this.send({ type: 'follow', key, path, after })
  }
  /** What it received of a stream since it asked last, in short. */
  take(key: number): unknown[] {
    const news = this.received.filter(([to]) => to === key).map(([, news]) => news)
    this.received = this.received.filter(([to]) => to !== key)
    return news.map((one) =>
      one.type === 'message' ? one.data : one.type === 'ended' ? `ended ${one.status}` : one.type,
    )
  }
}

let hub: Hub
let [one, other]: Page[] = []
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
const made = () => FakeSource.made.length

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.install()
  hub = new Hub()
  ;[one, other] = [new Page(hub), new Page(hub)]
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the hub of all tabs', () => {
  it('opens one connection for all that is followed at a time', () => {
    one!.follow(1, '/a/events')
    one!.follow(2, '/b/events', 7)
    other!.follow(1, '/b/events', 3)
    pass(100)
    expect([made(), FakeSource.newest.follow]).toEqual([
      1,
      ['/a/events?after=0', '/b/events?after=7', '/b/events?after=3'],
    ])
    for (const stream of [0, 1, 2]) FakeSource.newest.send(stream, 'start', {})
    FakeSource.newest.send(0, 'log', ['a'])
    FakeSource.newest.send(2, 'log', ['b'])
    expect([one!.take(1), one!.take(2), other!.take(1)]).toEqual([
      ['connecting', 'live', '["a"]'],
      ['connecting', 'live'],
      ['connecting', 'live', '["b"]'],
    ])
  })

  it('requests a stream once for all pages that follow it from the same number', () => {
    one!.follow(1, '/a/events')
    other!.follow(1, '/a/events')
    other!.follow(2, '/a/events', 3)
    pass(100)
    expect(FakeSource.newest.follow).toEqual(['/a/events?after=0', '/a/events?after=3'])
    FakeSource.newest.send(0, 'start', {})
    FakeSource.newest.send(0, 'log', ['a'], 3)
    one!.send({ type: 'leave', key: 1 })
    FakeSource.newest.send(0, 'log', ['b'], 4)
    FakeSource.newest.send(1, 'log', ['b'], 4)
    expect([one!.take(1), other!.take(1), other!.take(2)]).toEqual([
      ['connecting', 'live', '["a"]'],
      ['connecting', 'live', '["a"]', '["b"]'],
      ['connecting', '["b"]'],
    ])
    pass(100)
    expect(FakeSource.newest.follow).toEqual(['/a/events?after=4'])
  })

  it('connects again, each stream from where it is, when another is followed or left', () => {
    one!.follow(1, '/a/events')
    pass(100)
    const first = FakeSource.newest
    first.send(0, 'log', ['a'], 5)
    other!.follow(1, '/b/events')
    pass(100)
    expect([first.closed, FakeSource.newest.follow]).toEqual([true, ['/a/events?after=5', '/b/events?after=0']])
    one!.send({ type: 'leave', key: 1 })
    FakeSource.newest.send(0, 'log', ['late'], 6)
    FakeSource.newest.send(1, 'log', ['b'], 2)
    pass(100)
    expect([FakeSource.newest.follow, one!.take(1)]).toEqual([['/b/events?after=2'], ['connecting', '["a"]']])
    other!.send({ type: 'close' })
    pass(60_000)
    expect([made(), FakeSource.newest.closed]).toEqual([3, true])
  })

  it('connects again after a lost connection, ever later, and says so', () => {
    one!.follow(1, '/a/events')
    pass(100)
    FakeSource.newest.send(0, 'log', ['a'], 5)
    for (const pause of [500, 1000, 2000, 4000, 4000]) {
      const before = made()
      FakeSource.newest.onerror()
      pass(pause - 1)
      expect([made(), FakeSource.newest.closed]).toEqual([before, true])
      pass(1)
      expect([made(), FakeSource.newest.follow]).toEqual([before + 1, ['/a/events?after=5']])
    }
    FakeSource.newest.onopen()
    FakeSource.newest.send(0, 'start', {})
    FakeSource.newest.onerror()
    pass(500)
    expect([made(), one!.take(1).join()]).toEqual([7, `connecting,["a"],${'lost,'.repeat(5)}live,lost`])
  })

  it('ends one stream without the others', () => {
    one!.follow(1, '/a/events')
    one!.follow(2, '/b/events')
    pass(100)
    FakeSource.newest.send(0, 'end', { status: 404, detail: 'there is none' })
    FakeSource.newest.send(1, 'log', ['b'])
    FakeSource.newest.onerror()
    pass(60_000)
    expect([one!.take(1), one!.take(2)]).toEqual([
      ['connecting', 'ended 404'],
      ['connecting', '["b"]', 'lost'],
    ])
    expect(FakeSource.newest.follow).toEqual(['/b/events?after=0'])
  })

  it('closes the connection while nothing happens, and looks for news from time to time', () => {
    one!.follow(1, '/a/events')
    pass(100)
    FakeSource.newest.send(0, 'log', ['a'], 3)
    FakeSource.newest.idle()
    expect(FakeSource.newest.closed).toBe(true)
    pass(14_999)
    expect(made()).toBe(1)
    pass(1)
    expect([made(), FakeSource.newest.follow]).toEqual([2, ['/a/events?after=3']])
    FakeSource.newest.idle()
    other!.follow(1, '/b/events')
    pass(100)
    expect([made(), FakeSource.newest.follow.length]).toEqual([3, 2])
    expect(one!.take(1)).toEqual(['connecting', '["a"]'])
  })

  it('looks for news at once after a command, also if the server says meanwhile that nothing happens', () => {
    one!.follow(1, '/a/events')
    pass(100)
    FakeSource.newest.idle()
    other!.send({ type: 'wake' })
    pass(0)
    expect(made()).toBe(2)
    other!.send({ type: 'wake' })
    FakeSource.newest.idle()
    pass(0)
    expect(made()).toBe(3)
    FakeSource.newest.idle()
    pass(1000)
    expect(made()).toBe(3)
  })

  it('asks for no more streams than the server allows', () => {
    for (let key = 1; key <= 70; key++) one!.follow(key, `/${key}/events`)
    pass(100)
    expect([FakeSource.newest.follow.length, FakeSource.newest.follow.at(-1)]).toEqual([64, '/70/events?after=0'])
  })
})
