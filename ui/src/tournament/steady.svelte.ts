// The rows of a live table, which do not move while the pointer or the focus is on them.
import { untrack } from 'svelte'

export class SteadyRows<T> {
  private held = $state.raw<{ rows: T } | null>(null)

  /** `latest` returns the current rows. */
  constructor(private readonly latest: () => T) {}

  /** The rows to show: the latest, or those that were shown when the pointer or the focus came. */
  get value(): T {
    return this.held ? this.held.rows : this.latest()
  }

  /** Attachment of the table's element. */
  readonly hold = (element: HTMLElement): (() => void) => {
    let [over, focused] = [false, false]
    const update = () => (this.held = over || focused ? (this.held ?? { rows: untrack(this.latest) }) : null)
    const handlers: Record<string, () => void> = {
      pointerenter: () => (over = true),
      pointerleave: () => (over = false),
      focusin: () => (focused = element.matches(':has(:focus-visible)')),
      focusout: () => (focused = false),
    }
    const listeners = Object.entries(handlers).map(([name, handle]) => {
      const listener = () => {
        handle()
        queueMicrotask(update) // the focus also leaves while the page is being removed, when no state may change
      }
      element.addEventListener(name, listener)
      return () => element.removeEventListener(name, listener)
    })
    return () => listeners.forEach((remove) => remove())
  }
}
