// The content of a saved file: the game or the selected variation.
import type { GameDocument, Outcome, Pair } from '../lib/api'
import type { GameChoice } from './requests'
import type { Study } from './study.svelte'

type ExportRequest = GameChoice & {
  start: string
  moves: string[]
  players: Pair<string>
  statuses: Pair<string>
  headers: GameDocument['headers']
  outcome: Outcome | null // null: determined by the final position
}

/** The request of a file, except for its format. */
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
