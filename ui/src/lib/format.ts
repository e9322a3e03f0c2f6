// Texts for values: moves, results, times.
import type { Board, Frame, Outcome, Pair, Side, Termination } from './api'

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A count with its noun: "1 move", "2 moves", "1,000 games". */
export const pluralize = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Join words: "a", "a and b", "a, b and c". */
export const joinWords = (words: string[]) =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')

/** A move with its side: `[R] 12-16`; a dash if a program sent no move. */
export function moveLabel(frame: Frame, sides: Pair<string>): string {
  if (frame.side === null) return 'Start'
  return `[${sides[frame.side].charAt(0).toUpperCase()}] ${frame.move?.text ?? '—'}`
}

/** A move for screen readers: "red 12 to 16", "white 19 takes 12". */
export function spokenMove(frame: Frame, sides: Pair<string>): string {
  if (frame.side === null || !frame.move) return 'Start of the game'
  const text = frame.move.text.replace(/(\d)-(?=[a-z]?\d)/g, '$1 to ').replace(/(\d)x(?=[a-z]?\d)/g, '$1 takes ')
  return `${sides[frame.side]} ${text}`
}

const REASONS: Partial<Record<Termination, string>> = {
  counter: 'Too many moves without progress',
  repetition: 'Draw by repetition',
  'move limit': 'Move limit reached',
  adjudication: 'Adjudicated',
}
const LOSSES: Partial<Record<Termination, string>> = {
  resignation: 'resigned',
  'illegal move': 'made an illegal move',
  timeout: 'ran out of time',
  crash: 'crashed',
  disconnect: 'closed its output',
  'protocol error': 'sent an invalid message',
  forfeit: 'forfeited the game',
}

/** Why a game ended; empty if it ended normally. */
export function reasonText({ termination, detail }: Pick<Outcome, 'termination' | 'detail'>, loser: string): string {
  const loss = LOSSES[termination]
  return detail || (loss ? `${loser} ${loss}` : (REASONS[termination] ?? ''))
}

const FAULTS: Termination[] = ['illegal move', 'timeout', 'crash', 'disconnect', 'protocol error', 'forfeit']

/** The side that lost by a failure of its program; otherwise null. */
export function failedSide(outcome: Outcome | null): Side | null {
  if (!outcome || outcome.winner === null || !FAULTS.includes(outcome.termination)) return null
  return outcome.winner === 0 ? 1 : 0
}

/** How a game ended, in a word or two. */
export const terminationText = (termination: Termination) =>
  termination === 'normal' ? 'played out' : termination === 'interrupted' ? 'unfinished' : termination

export type Result = { title: string; reason: string }

/** The result of a game: a headline and the reason. */
export function resultText(outcome: Outcome, sides: Pair<string>): Result {
  const reason = reasonText(outcome, capitalize(sides[outcome.winner === 0 ? 1 : 0]))
  if (outcome.winner !== null) return { title: `${capitalize(sides[outcome.winner])} wins`, reason }
  return { title: outcome.termination === 'interrupted' ? 'Unfinished' : 'Draw', reason }
}

/** The score of a game: "1–0", "½–½". The score of side `first` comes first. */
export function scoreText(outcome: Outcome, first: Side = 0): string {
  if (outcome.winner !== null) return outcome.winner === first ? '1–0' : '0–1'
  return outcome.termination === 'interrupted' ? '–' : '½–½'
}

/** Time used for a move: <0.1 ms, 0.4 ms, 35 ms, 1.2 s, 2:05. */
export function formatDuration(seconds: number): string {
  if (seconds < 0.0001) return '<0.1 ms'
  if (seconds < 0.001) return `${(seconds * 1000).toFixed(1)} ms`
  if (seconds < 0.995) return `${Math.round(seconds * 1000)} ms`
  return seconds < 60 ? `${seconds.toFixed(1)} s` : formatClock(seconds)
}

/** The size of a file: 512 B, 1.5 kB, 20 MB. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(bytes < 1e4 ? 1 : 0)} kB`
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
}

/** Remaining time: 12:04, 1:02:45; with tenths below ten seconds; 0:00 when it is over. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, seconds)
  if (left === 0) return '0:00'
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`
  const whole = Math.floor(left)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Approximate time since a moment: "5 min ago". */
export function formatAge(unixSeconds: number, now = Date.now() / 1000): string {
  const seconds = Math.max(0, now - unixSeconds)
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`
  return new Date(unixSeconds * 1000).toLocaleDateString()
}

/** The name of a crowned piece. */
const crowned = ({ pieces }: Board) => pieces[1] ?? 'crowned'

/** The content of a cell: "12, red king", "c3, empty". */
export function cellLabel(cell: number, piece: string, board: Board): string {
  const { name } = board.cells[cell]!
  if (piece === '.') return `${name}, empty`
  return `${name}, ${board.sides[(Number(piece) % 2) as Side]}${Number(piece) > 1 ? ` ${crowned(board)}` : ''}`
}

/** A position for screen readers: the side to move, and the cells of each side. */
export function describePosition(frame: Frame, board: Board): string {
  const { sides } = board
  const held = sides.map((side, index) => {
    const cells = board.cells.flatMap(({ name }, cell) => {
      const piece = frame.pieces[cell]!
      return piece !== '.' && Number(piece) % 2 === index
        ? [Number(piece) > 1 ? `${crowned(board)} ${name}` : name]
        : []
    })
    return `${capitalize(side)}: ${cells.length ? cells.join(', ') : 'no pieces'}.`
  })
  const turn = frame.to_move === null ? 'The game is over.' : `${capitalize(sides[frame.to_move])} to move.`
  return `${turn} ${held.join(' ')}`
}
