import { describe, expect, it } from 'vitest'
import folds from '../../tests/web/folds.json'
import type { Frame, Move, RoomEvent, Setup, Side, MoveDetails } from '../src/lib/api'
import { clockAt, EMPTY, fold, score } from '../src/lib/log'

const frame = (ply: number, text = ''): Frame => ({
  ply,
  to_move: (ply % 2) as Side,
  pieces: '01',
  position: `position ${ply}${text}`,
  move: ply ? { text: text || `move ${ply}`, cells: [0, 1], captured: [] } : null,
  side: ply ? ((1 - (ply % 2)) as Side) : null,
})
const turn: MoveDetails = {
  seconds: 0.1,
  cpu_seconds: 0,
  memory: 0,
  clock: [9, 8],
  search: '',
  score: null,
  win_chance: null,
  line: null,
  claim: null,
  says_over: false,
  problem: '',
}
const legal: Move[] = [{ text: 'a', cells: [0, 1], captured: [] }]
const setup: Setup = {
  game: 'checkers',
  options: {},
  players: ['human', 'random'],
  names: ['', ''],
  title: '',
  time: { game_seconds: null, increment: 0, move_seconds: null },
  start: null,
  games: 1,
  alternate: true,
  relay: false,
  run: true,
}

type EventBody = RoomEvent extends infer E ? (E extends RoomEvent ? Omit<E, 'seq' | 'at'> : never) : never
const log = (...events: EventBody[]) => events.map((event, i) => ({ ...event, seq: i + 1, at: 100 + i })) as RoomEvent[]

const opened: EventBody = { type: 'opened', setup }
const began = {
  type: 'began',
  number: 1,
  players: ['human', 'random'],
  seats: ['human', 'random'],
  frame: frame(0),
  left: 0,
} satisfies EventBody
const moved = (ply: number, text = ''): EventBody => ({ type: 'moved', frame: frame(ply, text), turn, redo: 0 })
const printed = (side: Side, ply: number): EventBody => ({
  type: 'output',
  side,
  ply,
  stream: 'stderr',
  text: `${side} at ${ply}`,
})

describe('the log', () => {
  it('becomes a game', () => {
    const state = fold(EMPTY, log(opened, began, { type: 'thinking', side: 0, seconds: null, clock: [10, 10], legal }))
    expect(state.setup).toEqual(setup)
    expect(state.game?.frames.map(({ ply }) => ply)).toEqual([0])
    expect(state.thinking).toEqual({ side: 0, since: 102, seconds: null, legal })
    expect(state.clock).toEqual([10, 10])
  })

  it('is the same however it is cut into messages', () => {
    const events = log(opened, began, moved(1), printed(1, 2), moved(2), moved(3))
    const whole = fold(EMPTY, events)
    for (let cut = 0; cut <= events.length; cut++) {
      expect(fold(fold(EMPTY, events.slice(0, cut)), events.slice(cut))).toEqual(whole)
    }
  })

  it('takes an event once, though it be sent twice', () => {
    const events = log(opened, began, moved(1), moved(2))
    expect(fold(fold(EMPTY, events), events.slice(1))).toEqual(fold(EMPTY, events))
  })

  it('leaves the state before as it was', () => {
    const before = fold(EMPTY, log(opened, began, moved(1)))
    const copy = structuredClone(before)
    fold(before, [{ ...moved(2), seq: 4, at: 104 } as RoomEvent, { ...printed(0, 3), seq: 5, at: 105 } as RoomEvent])
    expect(before).toEqual(copy)
  })

  it('forgets what is taken back, outputs included, and plays on', () => {
    const back: EventBody = { type: 'took_back', frame: frame(1), clock: [7, 7], redo: 2 }
    const state = fold(EMPTY, log(opened, began, printed(0, 1), moved(1), printed(1, 2), moved(2), moved(3), back))
    expect(state.game?.frames).toHaveLength(2)
    expect(state.game?.turns).toHaveLength(1)
    expect(state.game?.outputs.map((side) => side.length)).toEqual([1, 0])
    expect([state.redo, state.clock]).toEqual([2, [7, 7]])
    const next = fold(state, [{ ...moved(2, 'other'), seq: 99, at: 0 } as RoomEvent])
    expect(next.game?.frames.at(-1)?.move?.text).toBe('other')
    expect(next.redo).toBe(0)
  })

  it('stops the clock of the side that was to move when a game ends', () => {
    const thinking: EventBody = { type: 'thinking', side: 0, seconds: 10, clock: [10, 8], legal }
    const ended: EventBody = {
      type: 'ended',
      number: 1,
      outcome: { winner: 1, termination: 'timeout', detail: '' },
      statuses: ['', ''],
      redo: 0,
      is_void: false,
    }
    const events = log(opened, began, thinking, ended)
    const after = (seconds: number) =>
      fold(
        EMPTY,
        events.map((event, i) => (i === 3 ? { ...event, at: events[2]!.at + seconds } : event)),
      )
    expect(after(9.8).clock).toEqual([0, 8]) // measured before the request arrived
    expect(after(10.3).clock).toEqual([0, 8])
    const resigned: EventBody = { ...ended, outcome: { winner: 1, termination: 'resignation', detail: '' } }
    expect(fold(EMPTY, log(opened, began, moved(1), resigned)).clock).toEqual([9, 8])
    const perMove = { ...setup, time: { ...setup.time, game_seconds: 10, move_seconds: 3 } }
    const late = fold(EMPTY, log({ ...opened, setup: perMove }, began, thinking, ended))
    expect(late.clock).toEqual([9, 8])
  })

  it('knows the clock at every move, at the start and at the end', () => {
    const thinking: EventBody = { type: 'thinking', side: 0, seconds: 10, clock: [10, 10], legal }
    const last: EventBody = { type: 'thinking', side: 1, seconds: 8, clock: [9, 8], legal }
    const ended: EventBody = {
      type: 'ended',
      number: 1,
      outcome: { winner: 0, termination: 'timeout', detail: '' },
      statuses: ['', ''],
      redo: 0,
      is_void: false,
    }
    const playing = fold(EMPTY, log(opened, began, thinking, moved(1), last)).game!
    expect([0, 1].map((ply) => clockAt(playing, ply))).toEqual([
      [10, 10],
      [9, 8],
    ])
    const over = fold(EMPTY, log(opened, began, thinking, moved(1), last, { ...ended })).game!
    expect([0, 1].map((ply) => clockAt(over, ply))).toEqual([
      [10, 10],
      [9, 0],
    ])
    const back: EventBody = { type: 'took_back', frame: frame(0), clock: [10, 10], redo: 0 }
    expect(clockAt(fold(EMPTY, log(opened, began, thinking, moved(1), last, ended, back)).game!, 0)).toEqual([10, 10])
  })

  it('keeps the results of several games, and their points by seat though the sides change', () => {
    const ended = (number: number, winner: Side | null): EventBody => ({
      type: 'ended',
      number,
      outcome: { winner, termination: winner === null ? 'counter' : 'normal', detail: '' },
      statuses: ['', ''],
      redo: 0,
      is_void: false,
    })
    const again: EventBody = { ...began, number: 2, players: ['random', 'human'], seats: ['random', 'human'] }
    const state = fold(
      EMPTY,
      log(opened, began, moved(1), ended(1, 0), again, moved(1), ended(2, 1), again, ended(3, null)),
    )
    expect(state.finished.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(score(state.finished, ['human', 'random'])).toEqual([2.5, 0.5])
    expect(score(state.finished, ['random', 'human'])).toEqual([0.5, 2.5])
  })
})

describe("the server's fold", () => {
  it.each(folds.map(({ events, state }, at) => [at + 1, events, state] as const))(
    'is the same: %i',
    (_, events, state) => {
      const { setup, game, thinking, left, redo } = fold(EMPTY, events as unknown as RoomEvent[])
      const { number, seats: _seats, ...document } = game!
      expect({ number, title: setup!.title, thinking: thinking?.side ?? null, left, redo, game: document }).toEqual(
        state,
      )
    },
  )
})
