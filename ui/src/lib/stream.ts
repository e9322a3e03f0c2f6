// A log as it grows: resumed after a lost connection, no event lost or doubled.

export type Connection = 'connecting' | 'live' | 'lost'
type Listener<E> = { events: (events: E[]) => void; state: (state: Connection) => void }

const RETRY = [500, 1000, 2000, 4000]

/** Follows the log at a path until the returned function is called. Events are handed over once a drawn picture. */
export function follow<E extends { seq: number }>(path: string, listener: Listener<E>): () => void {
  let last = 0
  let failures = 0
  let pending: E[] = []
  let drawing = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let source: EventSource

  const handOver = () => {
    drawing = 0
    const events = pending
    pending = []
    listener.events(events)
  }
  // A hidden page draws nothing, but is to know all when it is looked at again.
  const schedule = () => (document.hidden ? window.setTimeout(handOver, 100) : requestAnimationFrame(handOver))

  const connect = () => {
    source = new EventSource(`/api${path}?after=${last}`)
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
      if (pending.length) drawing ||= schedule()
    })
    source.onerror = () => {
      source.close()
      listener.state('lost')
      retry = setTimeout(connect, RETRY[Math.min(failures++, RETRY.length - 1)])
    }
  }
  listener.state('connecting')
  connect()
  return () => {
    clearTimeout(retry)
    cancelAnimationFrame(drawing)
    source.close()
  }
}
