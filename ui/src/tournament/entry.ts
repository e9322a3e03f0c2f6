// A tournament as its form holds it, and the configuration that the server takes.
import type { GameFacts, Options } from '../lib/api'

export type AgentKind = 'engine' | 'random' | 'executable' | 'listed' | 'hyperparameters' | 'player'
export type AgentEntry = {
  key: number
  id: string
  kind: AgentKind
  level: number
  command: string
  protocol: string
  path: string
  listed: string
}
/** `initial`, `random`, `file`, or one of the game's books. */
export type OpeningKind = string
export type Entry = {
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
  agents: AgentEntry[]
}

let made = 0
export function newAgent(kind: AgentKind, id: string, level = 5): AgentEntry {
  return { key: ++made, id, kind, level, command: '', protocol: '', path: '', listed: '' }
}

/** What the form calls an agent until somebody writes another name. */
export function givenName({ kind, level }: AgentEntry, number: number): string {
  const words: Record<AgentKind, string> = {
    engine: `level-${level}`,
    random: `random-${number}`,
    executable: `program-${number}`,
    listed: `program-${number}`,
    hyperparameters: `agent-${number}`,
    player: `human-${number}`,
  }
  return words[kind]
}

/** The agent with something else chosen; a name that the form gave changes with it. */
export function changed(agent: AgentEntry, change: Partial<AgentEntry>, number: number): AgentEntry {
  const next = { ...agent, ...change }
  return agent.id === givenName(agent, number) ? { ...next, id: givenName(next, number) } : next
}

/** Where games start if nobody says: balanced openings, if there are any. */
export const usualOpenings = ({ books }: GameFacts): OpeningKind => Object.keys(books)[0] ?? 'initial'

export function newEntry(facts: GameFacts): Entry {
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
    maxMoves: 200,
    openings: usualOpenings(facts),
    plies: 2,
    openingFile: '',
    concurrency: null,
    seed: null,
    ponder: false,
    tables: false,
    sprt: false,
    elo0: 0,
    elo1: 20,
    agents: [newAgent('engine', 'level-3', 3), newAgent('engine', 'level-5', 5)],
  }
}

/** An agent's part of the configuration. */
function agentOf({ id, kind, level, command, protocol, path, listed }: AgentEntry, facts: GameFacts): object {
  switch (kind) {
    case 'engine':
      return { id, type: 'engine', engine: facts.levels.find(({ number }) => number === level)?.text ?? facts.name }
    case 'random':
      return { id, type: 'engine', engine: 'random' }
    case 'executable':
      return { id, type: 'executable', command, protocol: protocol || facts.protocols[0] }
    case 'listed':
      return { id, type: 'executable', command: listed }
    case 'hyperparameters':
      return { id, type: 'hyperparameters', path }
    case 'player':
      return { id, type: 'player' }
  }
}

const milliseconds = (seconds: number) => Math.round(1000 * seconds)

/** The configuration, with only those keys that say something. */
export function configOf(entry: Entry, facts: GameFacts): Record<string, unknown> {
  const opening: Record<OpeningKind, unknown> = {
    random: { kind: 'random', plies: entry.plies },
    file: { kind: 'file', path: entry.openingFile },
  }
  return {
    id: entry.id.trim(),
    tournamentType: entry.format,
    game: entry.game,
    ...(Object.keys(entry.options).length ? { gameOptions: entry.options } : {}),
    agents: entry.agents.map((agent) => agentOf(agent, facts)),
    ...(entry.rounds ? { rounds: entry.rounds } : {}),
    gamesPerPairing: entry.games,
    ...(entry.clock === 'game'
      ? { timeLimit: milliseconds(entry.seconds), increment: milliseconds(entry.increment) }
      : { timePerMove: milliseconds(entry.moveSeconds) }),
    ...(entry.maxMoves ? { maxMoves: entry.maxMoves } : {}),
    openings: opening[entry.openings] ?? entry.openings,
    ...(entry.concurrency ? { concurrency: entry.concurrency } : {}),
    ...(entry.seed === null ? {} : { seed: entry.seed }),
    ...(entry.ponder ? { ponder: true } : {}),
    ...(entry.tables && facts.endgame_tables ? { adjudication: { endgameTables: true } } : {}),
    ...(entry.sprt && entry.format === 'match' ? { sprt: { elo0: entry.elo0, elo1: entry.elo1 } } : {}),
  }
}

/** The places that have a field of their own in the form; problems elsewhere are told above it. */
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
  'maxMoves',
  'openings',
  'concurrency',
  'seed',
  'ponder',
  'sprt',
  'agents',
]

/** The place's first key: `openings.path` belongs to openings. */
export const rootOf = (place: string) => place.split(/[.[]/)[0]!
