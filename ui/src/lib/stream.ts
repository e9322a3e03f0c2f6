// A log as it grows: resumed after a lost connection, no event lost or doubled.

/** `gone`: there is no such log any more, and nobody asks for it again. */
export type Connection = 'connecting' | 'live' | 'lost' | 'gone'
type Listener<E> = {
  events: (events: E[]) => void
  state: (state: Connection) => void
  /** Forgets all events: the server has fewer of them, and tells them anew. */
  restart: () => void
}

const RETRY = [500, 1000, 2000, 4000]

/** Follows the log at a path until the returned function is called. Events are handed over once a drawn picture. */
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

/** Does something with the next picture, unless the returned function is called before. */
function schedule(draw: () => void): () => void {
  if (!document.hidden) {
    const frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }
  // A hidden page draws nothing, but is to know all when it is looked at again.
  const timer = setTimeout(draw, 100)
  return () => clearTimeout(timer)
}

/** How the server answers, which no event stream tells; 0 where it cannot be reached. */
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
