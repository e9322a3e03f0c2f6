// What is written to a file: the game as it was opened, or the line in sight.
import type { GameDocument, Outcome, Pair } from '../lib/api'
import type { GameChoice } from './requests'
import type { Study } from './study.svelte'

type ExportRequest = GameChoice & {
  start: string
  moves: string[]
  players: Pair<string>
  statuses: Pair<string>
  headers: GameDocument['headers']
  outcome: Outcome | null // null: what the board says
}

/** The request for a file, but for its form. */
export function exportRequest({ document, game, frames, choice }: Study, line: boolean): ExportRequest {
  const moves = (line ? frames : game).slice(1).map(({ move }) => move?.text ?? '')
  const { players, headers } = document
  return {
    ...choice,
    start: game[0]!.position,
    moves,
    players,
    headers,
    ...(line ? { statuses: ['', ''], outcome: null } : { statuses: document.statuses, outcome: document.outcome }),
  }
}
