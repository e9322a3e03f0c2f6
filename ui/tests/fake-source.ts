import { vi } from 'vitest'

type Message = { data: string; lastEventId: string }

/** An event stream whose server is the test. */
export class FakeSource {
  static made: FakeSource[] = []
  closed = false
  onopen = () => {}
  onerror = () => {}
  private listeners: Record<string, (message: Message) => void> = {}

  constructor(readonly address: string) {
    FakeSource.made.push(this)
  }
  static get newest(): FakeSource {
    return FakeSource.made.at(-1)!
  }
  /** Replace the browser's event streams, and forget those of the last test. */
  static install(): void {
    FakeSource.made = []
    vi.stubGlobal('EventSource', FakeSource)
  }
  addEventListener(name: string, listener: (message: Message) => void): void {
    this.listeners[name] = listener
  }
  close(): void {
    this.closed = true
  }
  /** The streams that it was opened for. */
  get follow(): string[] {
    return new URLSearchParams(this.address.split('?')[1]).getAll('follow')
  }
  /** Send a message of a stream, by its number in the request. */
  send(stream: number, name: string, data: unknown, id = 0): void {
    this.listeners[name]!({ data: `${stream}\n${JSON.stringify(data)}`, lastEventId: String(id) })
  }
  idle(): void {
    this.listeners.idle!({ data: '{}', lastEventId: '' })
  }
}
