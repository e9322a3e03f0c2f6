// Tournaments, as the server tells of them.
import type { Frame, Options, Pair } from '../lib/api'

export type Condition = 'playing' | 'stopping' | 'stopped' | 'over' | 'failed'
/** A tournament is damaged where its log cannot be read. */
export type Shown = Condition | 'damaged'
export type Summary = { id: string; begun: number; games: number; state: Shown }
export type Standing = {
  rank: number
  agent: string
  games: number
  wins: number
  draws: number
  losses: number
  points: number
  byes: number // points without a game, among the points
  faults: number
  elo: number | null
  error_low: number | null
  error_high: number | null
  group: number
  running_elo: number
}
export type Score = { wins: number; draws: number; losses: number }
export type CrossRow = { agent: string; scores: (Score | null)[] }
export type Failure = { game: string; agent: string; termination: string; reason: string }
export type Evidence = { llr: number; lower: number; upper: number; verdict: string }
export type Detail = {
  id: string
  board: { game: string; options: Options }
  config: Record<string, unknown>
  begun: number
  state: Condition
  detail: string
  resumable: boolean
  total: number | null
  played: number
  standings: Standing[]
  cross: CrossRow[]
  failures: Failure[]
  evidence: Evidence | null
  tables: { game: string; room: string }[]
}
export type GameRow = {
  identity: string
  players: Pair<string> // who moved first, and the other
  winner: string | null
  termination: string
  detail: string
  moves: number
  seconds: number
  counts: boolean
  fault: boolean
}
export type Series = { agents: string[]; games: number[]; ratings: number[][] }
export type WallBoard = { identity: string; players: Pair<string>; frame: Frame }
export type Problem = { place: string; message: string }

type Numbered = { seq: number; at: number }
export type TournamentEvent = Numbered &
  (
    | { type: 'opened'; config: Record<string, unknown> }
    | { type: 'state'; state: Condition; detail: string }
    | { type: 'game'; game: GameRow; played: number }
    | { type: 'table'; game: string; room: string }
  )

export const CONDITIONS: Record<Shown, string> = {
  damaged: 'Damaged',
  playing: 'Playing',
  stopping: 'Stopping',
  stopped: 'Stopped',
  over: 'Over',
  failed: 'Failed',
}
export const FORMAT_NAMES: Record<string, string> = {
  roundRobin: 'Round robin',
  randomMatches: 'Random matches',
  gauntlet: 'Gauntlet',
  swiss: 'Swiss',
  knockout: 'Knockout',
  ladder: 'Ladder',
  match: 'Match',
}
export const pathOf = (id: string) => `/tournaments/${encodeURIComponent(id)}`
export const gamePath = (id: string, identity: string) => `${pathOf(id)}/games/${encodeURIComponent(identity)}`
