// Streams of events that are followed while the page is visible: resumed after a pause or a lost connection, without
// losing or repeating events. All tabs share a connection.
import { Hub, RETRY, type Command, type News } from './stream-hub'

/** `gone`: the log no longer exists; there are no more attempts to connect. */
export type Connection = 'connecting' | 'live' | 'lost' | 'gone'
type Followed = { path: string; after: number; receive: (news: News) => void }
type StreamListener = {
  message: (name: string, data: string) => void
  state?: (state: Connection) => void
  /** Discard all events: the server has fewer of them and sends the log from its start. */
  restart?: () => void
}

const followed = new Map<number, Followed>()
let keys = 0
let port: MessagePort | undefined
let shared = true
let unanswered: ReturnType<typeof setTimeout> | undefined
const PATIENCE = 10_000 // with the worker

function send(command: Command): void {
  if (!port) return connect()
  if (shared && command.type === 'follow') unanswered ??= setTimeout(useOwnHub, PATIENCE)
  port.postMessage(command)
}

function connect(): void {
  try {
    const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' })
    worker.onerror = useOwnHub // which browsers may omit
    use(worker.port)
  } catch {
    useOwnHub() // some browsers have no shared workers
  }
  // The worker does not notice when a page is closed. One that is only left may come back.
  window.addEventListener('pagehide', () => port?.postMessage({ type: 'close' } satisfies Command))
  window.addEventListener('pageshow', ({ persisted }) => persisted && followAll())
}

/** Connect to the server without the other tabs. */
function useOwnHub(): void {
  if (!shared) return
  shared = false
  port?.postMessage({ type: 'close' } satisfies Command)
  port?.close()
  const { port1, port2 } = new MessageChannel()
  new Hub().serve(port2)
  use(port1)
}

function use(next: MessagePort): void {
  port = next
  port.onmessage = ({ data: { key, news } }: MessageEvent<{ key: number; news: News }>) => {
    clearTimeout(unanswered)
    unanswered = undefined
    followed.get(key)?.receive(news)
  }
  followAll()
}

function followAll(): void {
  for (const [key, { path, after }] of followed) send({ type: 'follow', key, path, after })
}

/** Look for events that follow from a command, at once. */
export const wake = () => port?.postMessage({ type: 'wake' } satisfies Command)

/** Run something while the page is visible, until the returned function is called. */
export function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | undefined
  const update = () => {
    if (!document.hidden) stop ??= start()
    else if (stop) stop = void stop()
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    stop?.()
  }
}

/** Follow a stream while the page is visible, or always, until the returned function is called. */
export function followStream(path: string, listener: StreamListener, always = false): () => void {
  let key = 0 // of the stream while it is followed
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const stream = { path, after: 0, receive }

  function join(): () => void {
    key = ++keys
    followed.set(key, stream)
    send({ type: 'follow', key, path, after: stream.after })
    return leave
  }
  function leave(): void {
    clearTimeout(retry)
    if (followed.delete(key)) send({ type: 'leave', key })
  }
  function receive(news: News): void {
    if (news.type === 'message') {
      failures = 0
      stream.after = news.number
      listener.message(news.name, news.data)
    } else if (news.type === 'ended') {
      leave()
      handleEnd(news.status)
    } else listener.state?.(news.type)
  }
  function handleEnd(status: number): void {
    if (status === 404 || (status === 409 && !stream.after)) return listener.state?.('gone')
    if (status === 409) {
      stream.after = 0
      listener.restart?.()
    } else listener.state?.('lost')
    retry = setTimeout(join, RETRY[Math.min(failures++, RETRY.length - 1)])
  }
  return always ? join() : whileVisible(join)
}

/** Follow a log while the page is visible. Its events are delivered once per animation frame. */
export function follow<E>(
  path: string,
  { events, restart, state }: Omit<StreamListener, 'message'> & { events: (events: E[]) => void },
): () => void {
  let pending: E[] = []
  let frame = 0
  const handOver = () => {
    frame = 0
    events(pending.splice(0))
  }
  const stop = followStream(path, {
    message: (_, data) => {
      pending.push(...(JSON.parse(data) as E[]))
      frame ||= requestAnimationFrame(handOver)
    },
    restart: () => {
      pending = []
      restart?.()
    },
    state,
  })
  return () => {
    stop()
    cancelAnimationFrame(frame)
  }
}
