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

/** The kinds of players that this server allows for a game. */
export function seatKinds(facts: GameFacts, { programs, listed }: Catalogue): { value: SeatKind; name: string }[] {
  const any = programs === 'any'
  return [
    { value: 'human' as const, name: 'Human', open: true },
    { value: 'level' as const, name: 'Computer', open: facts.levels.length > 0 },
    { value: 'random' as const, name: 'Random moves', open: true },
    { value: 'listed' as const, name: 'Listed program', open: listed.some(({ game }) => game === facts.name) },
    { value: 'program' as const, name: 'Program', open: any && facts.protocols.length > 0 },
    { value: 'agent' as const, name: 'Agent file', open: any && facts.agent_files },
  ].filter(({ open }) => open)
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
