// The form's description of a player, and the server's text for it.
import type { Catalogue, GameFacts } from '../lib/api'

export type SeatKind = 'human' | 'level' | 'random' | 'program' | 'agent' | 'listed'
export type Seat = {
  kind: SeatKind
  name: string // of a person
  level: number
  protocol: string
  command: string
  file: string
  listed: string
}

export const newSeat = (kind: SeatKind): Seat => ({
  kind,
  name: '',
  level: 3,
  protocol: '',
  command: '',
  file: '',
  listed: '',
})

/** The kinds of players that this server allows for a game, with their names. */
export function seatKinds(facts: GameFacts, { programs, listed }: Catalogue): [SeatKind, string][] {
  const any = programs === 'any'
  const kinds: [SeatKind, string, boolean][] = [
    ['human', 'Human', true],
    ['level', 'Computer', facts.levels.length > 0],
    ['random', 'Random moves', true],
    ['listed', 'Listed program', listed.some(({ game }) => game === facts.name)],
    ['program', 'Program', any && facts.protocols.length > 0],
    ['agent', 'Agent file', any && facts.agent_files],
  ]
  return kinds.flatMap(([kind, name, open]) => (open ? [[kind, name]] : []))
}

/** The player's text for the server, such as `kth:./player`. */
export function playerSpec(seat: Seat, facts: GameFacts): string {
  switch (seat.kind) {
    case 'level':
      return facts.levels.find(({ number }) => number === seat.level)?.text ?? facts.name
    case 'program':
      return `${seat.protocol || facts.protocols[0]}:${seat.command.trim()}`
    case 'agent':
      return seat.file.trim()
    case 'listed':
      return seat.listed
    default:
      return seat.kind
  }
}
