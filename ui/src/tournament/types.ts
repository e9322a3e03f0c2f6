// The events, the states and the addresses of tournaments.
import type { GameOver, HumanSeated, StateChanged, TournamentOpened, TournamentSummary } from '../lib/api'

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
