// Tournaments, by the names that the pages use.
import type {
  GameOver,
  HumanSeated,
  StateChanged,
  TournamentDetail,
  TournamentOpened,
  TournamentSummary,
} from '../lib/schema'

export type {
  ConfigurationCheck as Checked,
  CrosstableRow as CrossRow,
  SprtStatus as Evidence,
  Failure,
  GameRow,
  Problem,
  CrosstableScore as Score,
  RatingHistory as Series,
  StandingRow as Standing,
  Templates,
  TournamentDetail as Detail,
  TournamentSummary as Summary,
  LiveBoard as WallBoard,
} from '../lib/schema'

export type Condition = TournamentDetail['state']
/** A tournament is damaged where its log cannot be read. */
export type Shown = TournamentSummary['state']
export type TournamentEvent = TournamentOpened | StateChanged | GameOver | HumanSeated

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
