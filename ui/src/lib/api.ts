// What the server tells and takes, and how it is asked. Nothing here knows a rule.
import { colourSides } from './sides'
import type * as schema from './schema'

// Shapes are generated from the server's schema (`make schema`); here they have the names that the pages use.
export type {
  Board,
  Catalogue,
  Cell,
  OptionFacts as Choice,
  Created,
  Deleted,
  Frame,
  GameDocument,
  GameFacts,
  Hint,
  Move,
  OutcomeOutput as Outcome,
  Output,
  RecordFormat,
  RoomDetail,
  RoomSummary,
  SetupInput as NewRoom,
  SetupOutput as Setup,
  Storage,
  Termination,
  TimeInput as Time,
  MoveDetails as Turn,
} from './schema'
type Board = schema.Board
type Catalogue = schema.Catalogue
type GameFacts = schema.GameFacts

export type Side = 0 | 1
export type Pair<T> = [T, T]
export type Options = schema.GameChoice['options']
export type RoomEvent =
  schema.Opened | schema.Began | schema.Thinking | schema.Printed | schema.Moved | schema.TookBack | schema.Ended

/** What went wrong with a request, in a sentence for the reader. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** The answer of the server as JSON; null where it has no body. Throws ApiError. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: method === 'GET' ? {} : { 'Content-Type': 'application/json' },
      body: method === 'GET' || body === undefined ? null : JSON.stringify(body),
    })
  } catch {
    throw new ApiError(0, 'The server cannot be reached. Is crownbridge still running?')
  }
  if (!answer.ok) throw new ApiError(answer.status, await complaint(answer))
  return answer.status === 204 ? (null as T) : ((await answer.json()) as T)
}

async function complaint(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { detail: string }).detail
  } catch {
    return `The server answered ${answer.status} ${answer.statusText}.`
  }
}

export const get = <T>(path: string) => ask<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body)

let catalogued: Promise<Catalogue> | undefined
/** What this server can do; asked once. */
export function catalogue(): Promise<Catalogue> {
  catalogued ??= get<Catalogue>('/catalogue').then(
    (found) => {
      for (const { sides, colours } of found.games) colourSides(sides, colours)
      return found
    },
    (error: unknown) => {
      catalogued = undefined
      throw error
    },
  )
  return catalogued
}

/** The game of that name, or else the one that is played if nobody says. */
export function factsOf({ games, default_game }: Catalogue, name: string | null | undefined): GameFacts {
  const named = (wanted: string | null | undefined) => games.find((game) => game.name === wanted)
  return named(name) ?? named(default_game) ?? games[0]!
}

/** The board of a game with these options. */
export async function boardOf(game: string, options: Options): Promise<Board> {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  const board = await get<Board>(`/boards/${encodeURIComponent(game)}?${query}`)
  colourSides(board.sides, [board.palette.side0!, board.palette.side1!])
  return board
}
