// An event log that is followed: resumed after a lost connection, without losing or repeating events.

/** `gone`: the log no longer exists; there are no more attempts to connect. */
export type Connection = 'connecting' | 'live' | 'lost' | 'gone'
type Listener<E> = {
  events: (events: E[]) => void
  state: (state: Connection) => void
  /** Discard all events: the server has fewer of them and sends the log from its start. */
  restart: () => void
}

const RETRY = [500, 1000, 2000, 4000]

/** Follow the log at a path until the returned function is called. Events are delivered once per animation frame. */
export function follow<E extends { seq: number }>(path: string, listener: Listener<E>): () => void {
  let last = 0
  let failures = 0
  let pending: E[] = []
  let cancelDrawing: (() => void) | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let source: EventSource
  let left = false
  const address = () => `/api${path}?after=${last}`

  const handOver = () => {
    cancelDrawing = undefined
    const events = pending
    pending = []
    listener.events(events)
  }
  const connect = () => {
    source = new EventSource(address())
    source.onopen = () => {
      failures = 0
      listener.state('live')
    }
    source.addEventListener('log', (message) => {
      const events = JSON.parse(message.data as string) as E[]
      for (const event of events) {
        if (event.seq <= last) continue
        last = event.seq
        pending.push(event)
      }
      if (pending.length) cancelDrawing ??= schedule(handOver)
    })
    source.onerror = () => {
      const refused = source.readyState === EventSource.CLOSED
      source.close()
      listener.state('lost')
      if (refused) void handleRefusal()
      else connectLater()
    }
  }
  const connectLater = () => {
    retry = setTimeout(connect, RETRY[Math.min(failures++, RETRY.length - 1)])
  }
  const handleRefusal = async () => {
    const status = await statusOf(address())
    if (left) return
    if (status === 409 && last > 0) {
      last = 0
      pending = []
      listener.restart()
      connectLater()
    } else if (status === 404 || status === 409) listener.state('gone')
    else connectLater()
  }
  listener.state('connecting')
  connect()
  return () => {
    left = true
    clearTimeout(retry)
    cancelDrawing?.()
    source.close()
  }
}

/** Call a function at the next animation frame; the returned function cancels it. */
function schedule(draw: () => void): () => void {
  if (!document.hidden) {
    const frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }
  // A hidden page has no animation frames, but must be up to date when it becomes visible.
  const timer = setTimeout(draw, 100)
  return () => clearTimeout(timer)
}

/** Return the HTTP status of a log, which EventSource does not expose; 0 if the server cannot be reached. */
async function statusOf(address: string): Promise<number> {
  const ending = new AbortController()
  try {
    return (await fetch(address, { signal: ending.signal })).status
  } catch {
    return 0
  } finally {
    ending.abort()
  }
}
