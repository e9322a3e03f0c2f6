// What the server tells and takes, and how it is asked. Nothing here knows a rule.
import { colourSides } from './sides'

export type Side = 0 | 1
export type Pair<T> = [T, T]
export type Options = Record<string, unknown>
type Corner = [number, number]

export type Cell = { name: string; x: number; y: number; points: Corner[]; tone: string }
export type Board = {
  game: string
  options: Options
  width: number
  height: number
  cells: Cell[]
  scenery: { points: Corner[]; tone: string }[]
  labels: { text: string; x: number; y: number; tone: string }[]
  palette: Record<string, string>
  names_on_cells: boolean
  sides: Pair<string>
  pieces: string[]
  first: Side
}
export type Move = { text: string; cells: number[]; captured: number[] }
export type Frame = {
  ply: number
  to_move: Side | null
  pieces: string // a character a cell: '.', '0' and '1' the sides' pieces, '2' and '3' crowned ones
  position: string
  move: Move | null
  side: Side | null
}
export type Turn = {
  seconds: number
  cpu_seconds: number
  memory: number
  clock: Pair<number | null>
  search: string
  score: number | null
  win_chance: number | null
  line: string | null
  problem: string
}
export type Output = { ply: number; stream: 'stdout' | 'stderr'; text: string }
export type Outcome = { winner: Side | null; termination: string; detail: string }
export type GameDocument = {
  id: string
  title: string
  board: { game: string; options: Options }
  players: Pair<string>
  first?: Side // who moves first, where the server tells
  frames: Frame[]
  turns: Turn[]
  outputs: Pair<Output[]>
  outcome: Outcome | null
  start_clock: Pair<number | null>
  end_clock: Pair<number | null> | null
  statuses: Pair<string>
  notices: string[]
  /** What a file says beside: `Event`, `Date`, ... */
  headers: Record<string, string>
}

export type Time = { game_seconds?: number; increment?: number; move_seconds?: number }
export type Setup = {
  game: string
  options: Options
  players: Pair<string>
  title?: string
  time: Time
  start?: string
  games?: number
  alternate?: boolean
  relay?: boolean
  run?: boolean
}
export type RoomSummary = {
  id: string
  title: string
  game: string
  players: Pair<string>
  state: 'ready' | 'playing' | 'over' | 'damaged'
  games: number
  moves: number
  at: number
  size: number // in bytes
  /** What is wrong with a damaged room. */
  detail: string
}
export type Storage = { rooms: number; size: number; most_megabytes: number | null; most_days: number | null }
export type RoomDetail = RoomSummary & { setup: Setup }

export type Choice = {
  default: unknown
  kind: 'int' | 'bool' | 'choice'
  label: string
  help: string
  least?: number | null
  most?: number | null
  choices?: string[] | null
}
/** A form of files in which games can be saved. */
export type RecordFormat = { name: string; ending: string }
export type GameFacts = {
  name: string
  sides: Pair<string>
  colours: Pair<string>
  goal: string
  options: Record<string, Choice>
  presets: Record<string, Options>
  preset_labels: Record<string, string>
  levels: { number: number; name: string; text: string }[]
  protocols: string[]
  pieces: string[]
  formats: RecordFormat[]
  books: Record<string, string>
  layers: string[]
  node_name: string
  agent_files: boolean
  endgame_tables: boolean
  /** Of protocols by which two programs can be joined: the argument that has one of them speak first. */
  opening_words: Record<string, string>
}
export type Catalogue = {
  version: string
  default_game: string
  games: GameFacts[]
  programs: 'any' | 'listed' | 'none'
  listed: { name: string; game: string; text: string }[]
  formats: string[]
}

type Numbered = { seq: number; at: number }
export type RoomEvent = Numbered &
  (
    | { type: 'opened'; setup: Setup }
    | { type: 'began'; number: number; players: Pair<string>; frame: Frame; seats: Pair<string>; left?: number }
    | { type: 'thinking'; side: Side; seconds: number | null; clock: Pair<number | null>; legal?: Move[] | null }
    | { type: 'output'; side: Side; stream: 'stdout' | 'stderr'; text: string; ply: number }
    | { type: 'moved'; frame: Frame; turn: Turn; redo?: number }
    | { type: 'took_back'; frame: Frame; clock: Pair<number | null>; redo?: number }
    | { type: 'ended'; number: number; outcome: Outcome; statuses: Pair<string>; redo?: number }
  )

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
