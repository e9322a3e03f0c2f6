// Settings kept in the browser's local storage.

/** Return a reactive setting; `onchange` is called with every value, including the first. */
export function persisted<T>(name: string, initial: T, onchange: (value: T) => void = () => {}): { value: T } {
  const key = `crownbridge.${name}`
  const first = stored<T>(key) ?? initial
  let value = $state(first)
  onchange(first)
  return {
    get value() {
      return value
    },
    set value(next: T) {
      value = next
      onchange(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // without storage, the setting lasts until the page is closed
      }
    },
  }
}

function stored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null // no storage, or invalid JSON
  }
}
