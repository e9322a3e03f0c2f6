// Requests to the server and the types of its API.
import type { Board, Catalogue, GameFacts } from '../../generated/schema'
import type * as schema from '../../generated/schema'
import { registerSideColours } from './sides'

// The types of the API are generated from the server's schema; some get the names that the pages use.
export type * from '../../generated/schema'
export type {
  OutcomeOutput as Outcome,
  SetupInput as NewRoom,
  SetupOutput as Setup,
  Study as StoredStudy,
  TimeInput as Time,
} from '../../generated/schema'

export type Side = 0 | 1
export type Pair<T> = [T, T]
export type Options = schema.GameChoice['options']
export type RoomEvent =
  | schema.Opened
  | schema.Began
  | schema.Thinking
  | schema.Printed
  | schema.Moved
  | schema.TookBack
  | schema.Ended
  | schema.Renamed

/** A failed request, with a message for the user. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Send a request and return the JSON of the response, or null if it has no body. Throws ApiError.
 * With `keepalive`, the browser finishes it after the page is closed; the body must be small.
 */
export async function request<T>(method: string, path: string, body?: unknown, keepalive = false): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: method === 'GET' ? {} : { 'Content-Type': 'application/json' },
      body: method === 'GET' || body === undefined ? null : JSON.stringify(body),
      keepalive,
    })
  } catch {
    throw new ApiError(0, 'Cannot reach the server. Is crownbridge still running?')
  }
  if (!response.ok) throw new ApiError(response.status, await errorMessage(response))
  return response.status === 204 ? (null as T) : ((await response.json()) as T)
}

async function errorMessage(response: Response): Promise<string> {
  try {
    return ((await response.json()) as { detail: string }).detail
  } catch {
    return `The server answered ${response.status} ${response.statusText}.`
  }
}

export const get = <T>(path: string) => request<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}) => request<T>('POST', path, body)

let cachedCatalogue: Promise<Catalogue> | undefined
/** Return the server's games and settings; requested once. */
export function fetchCatalogue(): Promise<Catalogue> {
  cachedCatalogue ??= get<Catalogue>('/catalogue').then(
    (catalogue) => {
      for (const { sides, colours } of catalogue.games) registerSideColours(sides, colours)
      return catalogue
    },
    (error: unknown) => {
      cachedCatalogue = undefined
      throw error
    },
  )
  return cachedCatalogue
}

/** Return the game of that name, or the default game. */
export function findGame({ games, default_game }: Catalogue, name: string | null | undefined): GameFacts {
  const named = (wanted: string | null | undefined) => games.find((game) => game.name === wanted)
  return named(name) ?? named(default_game) ?? games[0]!
}

/** Return the board of a game with these options. */
export async function fetchBoard(game: string, options: Options): Promise<Board> {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  const board = await get<Board>(`/boards/${encodeURIComponent(game)}?${query}`)
  registerSideColours(board.sides, [board.palette.side0!, board.palette.side1!])
  return board
}
