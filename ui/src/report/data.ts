// What stands in a report's file.
import type { Board, Pair, Side, Termination } from '../lib/api'
import { colourSides } from '../lib/sides'

export type Table = { title: string; note: string; head: string[]; numeric: boolean[]; rows: string[][] }
export type GameRow = {
  name: string
  board: number
  players: Pair<string>
  winner: Side | null
  termination: Termination
  detail: string
  moves: number
  seconds: number
  mistakes: number | null // null: no engine has looked at it
  remarks: number
  failed: boolean
}
export type Report = {
  title: string
  about: string[]
  made: string
  tables: Table[]
  boards: Board[]
  games: GameRow[]
  moves: string[] // packed, as is the next
  printed: (string | null)[]
}

export function read(): Report {
  const report = JSON.parse(document.getElementById('report')!.textContent!) as Report
  for (const { sides, palette } of report.boards) colourSides(sides, [palette.side0!, palette.side1!])
  return report
}

/** The game that an address such as #3/17 names, and the move; null: the overview. */
export function placeOf(hash: string, games: number): { game: number; ply: number | null } | null {
  const found = /^(\d+)(?:\/(\d+))?$/.exec(hash)
  const game = Number(found?.[1]) - 1
  if (!found || !(game >= 0 && game < games)) return null
  return { game, ply: found[2] === undefined ? null : Number(found[2]) }
}
