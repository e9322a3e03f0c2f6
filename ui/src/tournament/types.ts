// The tournament types of the API, by the names that the pages use.
import type { GameOver, HumanSeated, StateChanged, TournamentOpened, TournamentSummary } from '../lib/schema'

export type {
  ConfigurationCheck,
  CrosstableRow,
  SprtStatus,
  Failure,
  GameRow,
  Problem,
  CrosstableScore,
  RatingHistory,
  StandingRow,
  Templates,
  TournamentDetail,
  TournamentSummary,
  LiveBoard,
} from '../lib/schema'

/** The state in a list; `damaged` if the log cannot be read. */
export type ListedState = TournamentSummary['state']
export type TournamentEvent = TournamentOpened | StateChanged | GameOver | HumanSeated

export const STATE_NAMES: Record<ListedState, string> = {
  damaged: 'Damaged',
  playing: 'Playing',
  stopping: 'Stopping',
  stopped: 'Stopped',
  over: 'Finished',
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
