// The values of the tournament form, and the configuration that is sent to the server.
import type { GameFacts, Options } from '../lib/api'
import { newSeat, type Seat, type SeatKind } from '../setup/seat'

export type AgentValues = Omit<Seat, 'name'> & { key: number; id: string }
/** `initial`, `random`, `file`, or one of the game's opening books. */
export type OpeningKind = string
export type FormValues = {
  id: string
  game: string
  options: Options
  format: string
  rounds: number | null
  games: number
  clock: 'game' | 'move'
  seconds: number
  increment: number
  moveSeconds: number
  clockForPeople: boolean
  startSeconds: number | null
  maxFaults: number | null
  maxMoves: number | null
  openings: OpeningKind
  plies: number
  openingFile: string
  concurrency: number | null
  seed: number | null
  ponder: boolean
  tables: boolean
  sprt: boolean
  elo0: number
  elo1: number
  agents: AgentValues[]
}

let agentCount = 0
export function newAgent(kind: SeatKind, id: string, level = 5): AgentValues {
  return { ...newSeat(kind), key: ++agentCount, id, level }
}

/** The name of an agent until the user enters another. */
export function defaultName({ kind, level }: AgentValues, number: number): string {
  const words: Record<SeatKind, string> = {
    level: `level-${level}`,
    random: `random-${number}`,
    program: `program-${number}`,
    listed: `program-${number}`,
    agent: `agent-${number}`,
    human: `human-${number}`,
  }
  return words[kind]
}

/** Return the agent with changed values; a default name follows the change. */
export function updateAgent(agent: AgentValues, change: Partial<AgentValues>, number: number): AgentValues {
  const next = { ...agent, ...change }
  return agent.id === defaultName(agent, number) ? { ...next, id: defaultName(next, number) } : next
}

/** The default openings: the game's first opening book, or the start position. */
export const defaultOpenings = ({ books }: GameFacts): OpeningKind => Object.keys(books)[0] ?? 'initial'

export function defaultValues(facts: GameFacts): FormValues {
  return {
    id: `tournament-${new Date().toISOString().slice(0, 10)}`,
    game: facts.name,
    options: {},
    format: 'roundRobin',
    rounds: null,
    games: 2,
    clock: 'game',
    seconds: 10,
    increment: 0,
    moveSeconds: 0.5,
    clockForPeople: false,
    startSeconds: null,
    maxFaults: null,
    maxMoves: 200,
    openings: defaultOpenings(facts),
    plies: 2,
    openingFile: '',
    concurrency: null,
    seed: null,
    ponder: false,
    tables: false,
    sprt: false,
    elo0: 0,
    elo1: 20,
    agents: [newAgent('level', 'level-3', 3), newAgent('level', 'level-5', 5)],
  }
}

/** The configuration of one agent. */
function agentConfig({ id, kind, level, command, protocol, file, listed }: AgentValues, facts: GameFacts): object {
  switch (kind) {
    case 'level':
      return { id, type: 'engine', engine: facts.levels.find(({ number }) => number === level)?.text ?? facts.name }
    case 'random':
      return { id, type: 'engine', engine: 'random' }
    case 'program':
      return { id, type: 'executable', command, protocol: protocol || facts.protocols[0] }
    case 'listed':
      return { id, type: 'executable', command: listed }
    case 'agent':
      return { id, type: 'hyperparameters', path: file }
    case 'human':
      return { id, type: 'player' }
  }
}

export const hasPeople = ({ agents }: FormValues) => agents.some(({ kind }) => kind === 'human')

const milliseconds = (seconds: number) => Math.round(1000 * seconds)

/** The configuration, without keys that have their default value. */
export function tournamentConfig(values: FormValues, facts: GameFacts): Record<string, unknown> {
  const opening: Record<OpeningKind, unknown> = {
    random: { kind: 'random', plies: values.plies },
    file: { kind: 'file', path: values.openingFile },
  }
  return {
    id: values.id.trim(),
    tournamentType: values.format,
    game: values.game,
    ...(Object.keys(values.options).length ? { gameOptions: values.options } : {}),
    agents: values.agents.map((agent) => agentConfig(agent, facts)),
    ...(values.rounds ? { rounds: values.rounds } : {}),
    gamesPerPairing: values.games,
    ...(values.clock === 'game'
      ? { timeLimit: milliseconds(values.seconds), increment: milliseconds(values.increment) }
      : { timePerMove: milliseconds(values.moveSeconds) }),
    ...(values.clockForPeople && hasPeople(values) ? { clockForPeople: true } : {}),
    ...(values.startSeconds === null ? {} : { startSeconds: values.startSeconds }),
    ...(values.maxFaults ? { maxFaults: values.maxFaults } : {}),
    ...(values.maxMoves ? { maxMoves: values.maxMoves } : {}),
    openings: opening[values.openings] ?? values.openings,
    ...(values.concurrency ? { concurrency: values.concurrency } : {}),
    ...(values.seed === null ? {} : { seed: values.seed }),
    ...(values.ponder ? { ponder: true } : {}),
    ...(values.tables && facts.endgame_tables ? { adjudication: { endgameTables: true } } : {}),
    ...(values.sprt && values.format === 'match' ? { sprt: { elo0: values.elo0, elo1: values.elo1 } } : {}),
  }
}

/** Keys that have a field in the form; other problems are listed above it. */
export const PLACES = [
  'id',
  'tournamentType',
  'game',
  'gameOptions',
  'rounds',
  'gamesPerPairing',
  'timeLimit',
  'increment',
  'timePerMove',
  'clockForPeople',
  'startSeconds',
  'maxFaults',
  'maxMoves',
  'openings',
  'concurrency',
  'seed',
  'ponder',
  'sprt',
  'agents',
]

/** The first key of a place: `openings` for `openings.path`. */
export const rootOf = (place: string) => place.split(/[.[]/)[0]!
