import { render } from 'svelte/server'
import { describe, expect, it } from 'vitest'
import type { RoomEvent } from '../src/lib/api'
import { EMPTY, fold } from '../src/lib/log'
import Actions from '../src/room/Actions.svelte'
import { Room } from '../src/room/room.svelte'

const frame = (ply: number) => ({ ply, to_move: 0, pieces: '', position: '', move: null, side: null })
const seats = ['human', 'random']
const legal = [{ text: 'a', cells: [], captured: [] }]
const turn = { clock: [null, null] }
const outcome = { winner: 1, termination: 'resignation', detail: '' }
const EVENTS = [
  { type: 'opened', setup: { game: 'checkers', options: {}, players: seats, time: {} } },
  { type: 'began', number: 1, players: seats, seats, frame: frame(0) },
  { type: 'moved', frame: frame(1), turn },
  { type: 'ended', number: 1, outcome, statuses: ['', ''] },
  { type: 'began', number: 2, players: seats, seats, frame: frame(0) },
  { type: 'moved', frame: frame(1), turn },
  { type: 'thinking', side: 0, seconds: null, clock: [null, null], legal },
].map((event, i) => ({ ...event, seq: i + 1, at: i })) as RoomEvent[]

/** The enabled buttons beside a game of a room that is playing its second game. */
function buttons(number: number): string[] {
  const room = new Room('x')
  room.state = fold(EMPTY, EVENTS)
  const first = fold(EMPTY, EVENTS.slice(0, 4)).game!
  room.earlier = number === 1 ? first : null
  const game = number === 1 ? first : room.state.game
  const props = {
    room,
    game,
    humanSides: [0 as const],
    sides: ['red', 'white'] as [string, string],
    flipped: false,
    onflip: () => {},
  }
  const { body } = render(Actions, { props })
  return [...body.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)]
    .filter(([, attributes]) => !attributes!.includes('disabled'))
    .map(([, , inside]) => inside!.replace(/<[^>]*>/gs, '').trim())
}

describe('beside a game of a room', () => {
  it('the buttons act on the current game', () => {
    expect(buttons(2)).toEqual(['Undo', 'Hint', 'Resign', 'Flip', 'Sound', 'Settings'])
  })

  it('no button acts on the current game while an earlier one is displayed', () => {
    expect(buttons(1)).toEqual(['Flip', 'Sound', 'Settings', 'Back to game 2'])
  })
})
