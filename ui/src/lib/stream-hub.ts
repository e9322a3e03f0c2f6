// One connection to the server for all streams that are followed: a browser allows all of its tabs together six.

/** A message of a page: follow a stream after a number, leave it, leave all, or look for news after a command. */
export type Command =
  | { type: 'follow'; key: number; path: string; after: number }
  | { type: 'leave'; key: number }
  | { type: 'close' }
  | { type: 'wake' }

/** A message to a page about a stream. One that has ended, with an HTTP status, is no longer followed. */
export type News =
  | { type: 'connecting' | 'live' | 'lost' }
  | { type: 'ended'; status: number }
  | { type: 'message'; name: string; number: number; data: string }

type Stream = { path: string; after: number; send: (news: News) => void }

/** Pauses after failures in sequence. */
export const RETRY = [500, 1000, 2000, 4000]
const SETTLE = 10 // for streams that are followed or left at the same time
const IDLE = 15_000
const MOST_STREAMS = 64 // of a request
const MESSAGES = ['log', 'boards', 'annotation', 'summary']

export class Hub {
  private readonly streams = new Set<Stream>()
  private source: EventSource | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private woken = false

  /** Obey the commands of a page. */
  serve(port: MessagePort): void {
    const own = new Map<number, Stream>()
    const leave = (key: number) => {
      this.streams.delete(own.get(key)!)
      own.delete(key)
      this.openIn(SETTLE)
    }
    port.onmessage = ({ data: command }: MessageEvent<Command>) => {
      if (command.type === 'follow') {
        const { key, path, after } = command
        const stream: Stream = { path, after, send: (news) => port.postMessage({ key, news }) }
        own.set(key, stream)
        this.streams.add(stream)
        stream.send({ type: 'connecting' })
        this.openIn(SETTLE)
      } else if (command.type === 'leave') leave(command.key)
      else if (command.type === 'close') [...own.keys()].forEach(leave)
      else if (this.source) this.woken = true
      else this.openIn(0)
    }
  }

  private openIn(milliseconds: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.open(), milliseconds)
  }

  private close(): void {
    this.source?.close()
    this.source = undefined
  }

  /** Connect for the streams that are followed now, each from where it is. */
  private open(): void {
    this.close()
    this.woken = false
    const pages = new Map<string, Stream[]>() // that follow an address
    for (const stream of this.streams) {
      const address = `${stream.path}?after=${stream.after}`
      pages.set(address, [...(pages.get(address) ?? []), stream])
    }
    const requested = [...pages].slice(-MOST_STREAMS)
    if (!requested.length) return
    const query = new URLSearchParams(requested.map(([address]) => ['follow', address]))
    const source = (this.source = new EventSource(`/api/events?${query}`))
    /** Pass on a message to the pages that follow the stream of the number in its first line. */
    const listen = (name: string, take: (stream: Stream, data: string, number: number) => void) =>
      source.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        const end = data.indexOf('\n')
        for (const stream of requested[Number(data.slice(0, end))]![1])
          if (this.streams.has(stream)) take(stream, data.slice(end + 1), Number(lastEventId))
      })
    for (const name of MESSAGES)
      listen(name, (stream, data, number) => {
        stream.after = number
        stream.send({ type: 'message', name, number, data })
      })
    listen('start', (stream) => stream.send({ type: 'live' }))
    listen('end', (stream, data) => {
      this.streams.delete(stream)
      stream.send({ type: 'ended', status: (JSON.parse(data) as { status: number }).status })
    })
    source.addEventListener('idle', () => {
      this.close()
      this.openIn(this.woken ? 0 : IDLE)
    })
    source.onopen = () => (this.failures = 0)
    source.onerror = () => {
      this.close()
      for (const stream of this.streams) stream.send({ type: 'lost' })
      this.openIn(RETRY[Math.min(this.failures++, RETRY.length - 1)]!)
    }
  }
}
