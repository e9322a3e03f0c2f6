// Asks the server about positions.
import { get, post, type Options, type RecordFormat } from '../lib/api'
import type { GameChoice } from '../lib/schema'
import type { Examined, Insight, Thought } from './types'

export type { GameChoice } from '../lib/schema'

/** Options as they stand in a query. */
export const optionsQuery = (options: Options) =>
  new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)])).toString()

function positionQuery(
  { game, options }: GameChoice,
  position: string,
  more: Record<string, string> = {},
): URLSearchParams {
  return new URLSearchParams({ game, options: optionsQuery(options), ...(position ? { position } : {}), ...more })
}

/** Where moves lead from a position, and what may be played there. Throws ApiError. */
export const playMoves = (choice: GameChoice, start: string, moves: string[]) =>
  post<Examined>('/positions', { ...choice, start, moves })

/** What stands in a text, or where pieces are put by hand. Throws ApiError. */
export const examinePosition = (
  choice: GameChoice,
  what: { text: string } | { pieces: string; to_move: number } | object,
) => post<Examined>('/positions', { ...choice, ...what })

export const fetchInsight = (choice: GameChoice, position: string) =>
  get<Insight>(`/insight?${positionQuery(choice, position)}`)

/** Those of a game's forms in which one that begins with a position, or as usual, can be saved. Throws ApiError. */
export async function exportFormats(formats: RecordFormat[], choice: GameChoice, start = ''): Promise<RecordFormat[]> {
  const endings = await get<string[]>(`/export?${positionQuery(choice, start)}`)
  return formats.filter(({ ending }) => endings.includes(ending.slice(1)))
}

const client = Math.random().toString(36).slice(2)
const SECONDS = 60

/** Has the engine think until the returned function is called, or it has thought enough. */
export function analysePosition(
  choice: GameChoice,
  position: string,
  lines: number,
  tell: (thought: Thought) => void,
): () => void {
  const more = { lines: String(lines), seconds: String(SECONDS), client }
  const source = new EventSource(`/api/think?${positionQuery(choice, position, more)}`)
  source.addEventListener('thought', (message) => {
    const thought = JSON.parse(message.data as string) as Thought
    if (thought.done) source.close()
    tell(thought)
  })
  source.onerror = () => source.close() // refused, or the server is gone: another position asks anew
  return () => source.close()
}

/** The pictures' address of a position, as the server draws it. */
export const pictureAddress = (choice: GameChoice, position: string) =>
  `/api/positions/svg?${positionQuery(choice, position)}`
