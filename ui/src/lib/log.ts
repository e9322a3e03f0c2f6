// The state of a room, folded from its events. Pure: the same events always give the same state.
import type { Frame, Move, Outcome, Output, Pair, RoomEvent, Setup, Side, MoveDetails } from './api'

/** One game: the part of a game document that the events contain. */
export type PlayedGame = {
  number: number
  players: Pair<string>
  seats: Pair<string>
  frames: Frame[]
  turns: MoveDetails[] // of frames[1..]
  outputs: Pair<Output[]>
  outcome: Outcome | null
  start_clock: Pair<number | null>
  end_clock: Pair<number | null> | null
  statuses: Pair<string>
}
export type Thinking = { side: Side; since: number; seconds: number | null; legal: Move[] }
export type FinishedGame = { number: number; players: Pair<string>; seats: Pair<string>; outcome: Outcome }
export type RoomState = {
  seq: number
  setup: Setup | null
  game: PlayedGame | null
  thinking: Thinking | null
  clock: Pair<number | null>
  redo: number
  left: number // number of games that follow automatically
  finished: FinishedGame[]
}

export const EMPTY: RoomState = {
  seq: 0,
  setup: null,
  game: null,
  thinking: null,
  clock: [null, null],
  redo: 0,
  left: 0,
  finished: [],
}

/** Return the state after more events, without changing the state before. Events that it contains already are skipped. */
export function fold(before: RoomState, events: readonly RoomEvent[]): RoomState {
  const state = { ...before, finished: [...before.finished] }
  if (state.game) state.game = copyGame(state.game)
  for (const event of events) {
    if (event.seq <= state.seq) continue
    state.seq = event.seq
    apply(state, event)
  }
  return state
}

function copyGame(game: PlayedGame): PlayedGame {
  const outputs: Pair<Output[]> = [[...game.outputs[0]], [...game.outputs[1]]]
  return { ...game, frames: [...game.frames], turns: [...game.turns], outputs }
}

/** Apply an event to a state in place. */
function apply(state: RoomState, event: RoomEvent): void {
  const game = state.game
  switch (event.type) {
    case 'opened':
      state.setup = event.setup
      break
    case 'began':
      state.game = {
        number: event.number,
        players: event.players,
        seats: event.seats,
        frames: [event.frame],
        turns: [],
        outputs: [[], []],
        outcome: null,
        start_clock: [null, null],
        end_clock: null,
        statuses: ['', ''],
      }
      state.thinking = null
      state.clock = [null, null]
      state.redo = 0
      state.left = event.left ?? 0
      break
    case 'thinking':
      state.thinking = { side: event.side, since: event.at, seconds: event.seconds, legal: event.legal ?? [] }
      state.clock = event.clock
      if (game && !game.turns.length) game.start_clock = event.clock
      break
    case 'output':
      game?.outputs[event.side].push({ ply: event.ply, stream: event.stream, text: event.text })
      break
    case 'moved':
      state.thinking = null
      state.clock = event.turn.clock
      state.redo = event.redo ?? 0
      if (!game) break
      truncate(game, event.frame.ply - 1)
      game.frames.push(event.frame)
      game.turns.push(event.turn)
      break
    case 'took_back':
      state.thinking = null
      state.clock = event.clock
      state.redo = event.redo ?? 0
      if (!game) break
      truncate(game, event.frame.ply)
      game.outcome = game.end_clock = null
      state.finished = state.finished.filter(({ number }) => number !== game.number)
      break
    case 'ended':
      state.clock = endClock(state, event)
      state.thinking = null
      state.redo = event.redo ?? 0
      if (!game) break
      game.outcome = event.outcome
      game.end_clock = state.clock
      game.statuses = event.statuses
      state.finished = [
        ...state.finished.filter(({ number }) => number !== event.number),
        { number: event.number, players: game.players, seats: game.seats, outcome: event.outcome },
      ]
      break
    case 'renamed':
      if (state.setup) state.setup = { ...state.setup, title: event.title }
  }
}

type Clocked = Pick<PlayedGame, 'frames' | 'turns' | 'start_clock' | 'end_clock'>

/** The clock after a ply; after the last ply of a finished game, the clock at its end. */
export function clockAt({ frames, turns, start_clock, end_clock }: Clocked, ply: number): Pair<number | null> {
  if (end_clock && ply === frames.length - 1) return end_clock
  return turns[ply - 1]?.clock ?? start_clock
}

type Ending = Extract<RoomEvent, { type: 'ended' }>

/** The clock at the end of a game, less the thinking time of the side to move; 0 for who ran out of the game's time. */
function endClock({ clock, thinking, setup }: RoomState, { at, outcome }: Ending): Pair<number | null> {
  const timeout = outcome.termination === 'timeout' && !setup?.time.move_seconds
  return clock.map((seconds, side) => {
    if (seconds === null) return null
    if (timeout && outcome.winner === 1 - side) return 0
    if (side !== thinking?.side) return seconds
    return Math.max(0, seconds - Math.max(0, at - thinking.since))
  }) as Pair<number | null>
}

/** Remove everything after a ply. */
function truncate(game: PlayedGame, ply: number): void {
  if (game.turns.length <= ply) return
  game.frames.length = ply + 1
  game.turns.length = ply
  game.outputs = game.outputs.map((side) => side.filter((output) => output.ply <= ply)) as Pair<Output[]>
}

/** Points by seat over the finished games; seats are compared, because the players swap sides. */
export function score(finished: readonly FinishedGame[], seats: Pair<string>): Pair<number> {
  const points: Pair<number> = [0, 0]
  for (const { outcome, seats: theirs, number } of finished) {
    const turned = theirs[0] === theirs[1] ? number % 2 === 0 : theirs[0] !== seats[0]
    if (outcome.winner !== null) points[turned ? 1 - outcome.winner : outcome.winner]! += 1
    else if (outcome.termination !== 'interrupted') points.forEach((_, seat) => (points[seat]! += 0.5))
  }
  return points
}
