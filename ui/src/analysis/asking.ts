// Asks the server about positions.
import { get, post, type Options, type RecordFormat } from '../lib/api'
import type { GameChoice } from '../lib/schema'
import type { Examined, Insight, Thought } from './shapes'

export type Ground = GameChoice

/** Options as they stand in a query. */
export const texts = (options: Options) =>
  new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)])).toString()

function query({ game, options }: Ground, position: string, more: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({ game, options: texts(options), ...(position ? { position } : {}), ...more })
}

/** Where moves lead from a position, and what may be played there. Throws ApiError. */
export const playedOut = (ground: Ground, start: string, moves: string[]) =>
  post<Examined>('/positions', { ...ground, start, moves })

/** What stands in a text, or where pieces are put by hand. Throws ApiError. */
export const examined = (ground: Ground, what: { text: string } | { pieces: string; to_move: number } | object) =>
  post<Examined>('/positions', { ...ground, ...what })

export const insightOf = (ground: Ground, position: string) => get<Insight>(`/insight?${query(ground, position)}`)

/** Those of a game's forms in which one that begins with a position, or as usual, can be saved. Throws ApiError. */
export async function savable(formats: RecordFormat[], ground: Ground, start = ''): Promise<RecordFormat[]> {
  const endings = await get<string[]>(`/export?${query(ground, start)}`)
  return formats.filter(({ ending }) => endings.includes(ending.slice(1)))
}

const client = Math.random().toString(36).slice(2)
const SECONDS = 60

/** Has the engine think until the returned function is called, or it has thought enough. */
export function think(ground: Ground, position: string, lines: number, tell: (thought: Thought) => void): () => void {
  const more = { lines: String(lines), seconds: String(SECONDS), client }
  const source = new EventSource(`/api/think?${query(ground, position, more)}`)
  source.addEventListener('thought', (message) => {
    const thought = JSON.parse(message.data as string) as Thought
    if (thought.done) source.close()
    tell(thought)
  })
  source.onerror = () => source.close() // refused, or the server is gone: another position asks anew
  return () => source.close()
}

/** The pictures' address of a position, as the server draws it. */
export const pictureAddress = (ground: Ground, position: string) => `/api/positions/svg?${query(ground, position)}`
