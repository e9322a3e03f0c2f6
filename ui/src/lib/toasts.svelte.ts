// Short notifications at the edge of the page.
import { capitalize } from './format'

export type Toast = { id: number; text: string; kind: 'info' | 'error' }

let list = $state<Toast[]>([])
let count = 0

export const toasts = {
  get all() {
    return list
  },
  show(text: string, kind: Toast['kind'] = 'info'): void {
    const id = ++count
    list = [...list.filter((toast) => toast.text !== text), { id, text, kind }].slice(-3)
    setTimeout(() => toasts.dismiss(id), kind === 'error' ? 10_000 : 5_000)
  },
  dismiss(id: number): void {
    list = list.filter((toast) => toast.id !== id)
  },
}

/** Await a promise; show an error message if it is rejected. */
export async function attempt<T>(doing: Promise<T>): Promise<T | undefined> {
  try {
    return await doing
  } catch (error) {
    toasts.show(capitalize(error instanceof Error ? error.message : String(error)), 'error')
    return undefined
  }
}
