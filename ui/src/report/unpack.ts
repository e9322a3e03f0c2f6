// Packed games of a report; each is unpacked when it is displayed.
import type { Annotation } from '../analysis/types'
import type { Frame, GameDocument, Move, Output, Pair, Side, MoveDetails } from '../lib/api'
import type { Report } from './data'

export type Moves = {
  start: string
  first: Side
  texts: string[]
  cells: number[][]
  captured: number[][]
  changes: (number | string)[][] // alternating cells and their new contents
  winning?: number[] // the cells that won the game
  notices: string[]
  claims: string[]
  statuses: Pair<string>
  analysis?: (Omit<Annotation, 'line'> & { line: string[]; reply: string[] })[]
} & { [Column in 'seconds' | 'cpu_seconds' | 'memory']?: number[] } & {
  [Column in 'score' | 'win_chance']?: (number | null)[]
} & {
  [Column in 'search' | 'line']?: string[]
}
type Printed = [number, Output['stream'], string]
export type Reply = Map<number, string> // by ply: the line that follows the move played
export type UnpackedGame = {
  game: number
  document: GameDocument
  claims: string[]
  annotations: Map<number, Annotation>
  replies: Reply
}

/** Unpack a game of a report. */
export async function loadGame(report: Report, game: number): Promise<UnpackedGame> {
  const printed = report.printed[game]
  const [moves, outputs] = await Promise.all([
    inflate<Moves>(report.moves[game]!),
    printed ? inflate<Pair<Printed[]>>(printed) : ([[], []] as Pair<Printed[]>),
  ])
  return unpackGame(report, game, moves, outputs)
}

async function inflate<T>(text: string): Promise<T> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return (await new Response(stream).json()) as T
}

export function unpackGame(report: Report, game: number, moves: Moves, printed: Pair<Printed[]>): UnpackedGame {
  const row = report.games[game]!
  const board = report.boards[row.board]!
  const { winner, termination, detail } = row
  const document: GameDocument = {
    id: row.name,
    title: row.players.join(' – '),
    board: { game: board.game, options: board.options },
    players: row.players,
    first: moves.first,
    frames: framesOf(moves, termination !== 'interrupted'),
    turns: moves.texts.map((_, at) => turnOf(moves, at)),
    outputs: printed.map((side) => side.map(([ply, stream, text]) => ({ ply, stream, text }))) as Pair<Output[]>,
    outcome: { winner, termination, detail },
    statuses: moves.statuses,
    notices: moves.notices,
    start_clock: [null, null],
    end_clock: null,
    headers: {},
    tree: [],
  }
  const analysis = moves.analysis ?? []
  const annotations = new Map(analysis.map((one) => [one.ply, { ...one, line: one.line.map(textMove) }]))
  const replies = new Map(analysis.map((one) => [one.ply, one.reply.join(' ')]))
  return { game, document, claims: moves.claims, annotations, replies }
}

const textMove = (text: string): Move => ({ text, cells: [], captured: [] })

function framesOf(moves: Moves, over: boolean): Frame[] {
  const last = moves.texts.length
  const toMove = (ply: number) => (over && ply === last ? null : (((moves.first + ply) % 2) as Side))
  const winning = (ply: number) => (ply === last ? (moves.winning ?? []) : [])
  const frames: Frame[] = [
    { ply: 0, to_move: toMove(0), pieces: moves.start, position: '0', move: null, side: null, winning: winning(0) },
  ]
  for (const [at, text] of moves.texts.entries()) {
    const pieces = [...frames[at]!.pieces]
    const changes = moves.changes[at]!
    for (let i = 0; i < changes.length; i += 2) pieces[changes[i] as number] = changes[i + 1] as string
    const move = { text, cells: moves.cells[at]!, captured: moves.captured[at]! }
    const side = ((moves.first + at) % 2) as Side
    frames.push({
      ply: at + 1,
      to_move: toMove(at + 1),
      pieces: pieces.join(''),
      position: String(at + 1),
      move,
      side,
      winning: winning(at + 1),
    })
  }
  return frames
}

function turnOf(moves: Moves, at: number): MoveDetails {
  return {
    seconds: moves.seconds?.[at] ?? 0,
    cpu_seconds: moves.cpu_seconds?.[at] ?? 0,
    memory: moves.memory?.[at] ?? 0,
    clock: [null, null],
    search: moves.search?.[at] ?? '',
    score: moves.score?.[at] ?? null,
    win_chance: moves.win_chance?.[at] ?? null,
    line: moves.line?.[at] || null,
    claim: null,
    says_over: false,
    problem: '',
  }
}
