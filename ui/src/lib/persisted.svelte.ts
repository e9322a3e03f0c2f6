// Settings that this browser keeps.

/** A setting with its value; what depends on it is told of every value, the first included. */
export function persisted<T>(name: string, initial: T, tell: (value: T) => void = () => {}): { value: T } {
  const key = `crownbridge.${name}`
  const first = stored<T>(key) ?? initial
  let value = $state(first)
  tell(first)
  return {
    get value() {
      return value
    },
    set value(next: T) {
      value = next
      tell(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // the setting lasts as long as the page
      }
    },
  }
}

function stored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null // no storage, or nonsense in it
  }
}
