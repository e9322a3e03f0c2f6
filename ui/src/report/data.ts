// The data embedded in a report.
import type { Board, Pair, Side, Termination, ExaminationReport } from '../lib/api'
import { registerSideColours } from '../lib/sides'

export type ReportTable = { title: string; note: string; head: string[]; numeric: boolean[]; rows: string[][] }
export type GameRow = {
  name: string
  board: number
  players: Pair<string>
  winner: Side | null
  termination: Termination
  detail: string
  moves: number
  seconds: number
  mistakes: number | null // null: not analysed
  remarks: number
  failed: boolean
}
export type Report = {
  title: string
  about: string[]
  made: string
  tables: ReportTable[]
  boards: Board[]
  games: GameRow[]
  moves: string[] // packed, one string per game
  printed: (string | null)[]
}

/** The data of a report on an examined bot. */
export type ExaminationData = { title: string; made: string; board: Board; examination: ExaminationReport }

export function readReport(): Report | ExaminationData {
  const report = JSON.parse(document.getElementById('report')!.textContent!) as Report | ExaminationData
  const boards = 'examination' in report ? [report.board] : report.boards
  for (const { sides, palette } of boards) registerSideColours(sides, [palette.side0!, palette.side1!])
  return report
}

/** Parse an address such as #3/17 into a game and a ply; null: the overview. */
export function parseHash(hash: string, games: number): { game: number; ply: number | null } | null {
  const match = /^(\d+)(?:\/(\d+))?$/.exec(hash)
  const game = Number(match?.[1]) - 1
  if (!match || !(game >= 0 && game < games)) return null
  return { game, ply: match[2] === undefined ? null : Number(match[2]) }
}
