import { expect, it } from 'vitest'
import type { GameFacts } from '../src/lib/api'
import { updateAgent, tournamentConfig, newAgent, defaultValues, rootOf } from '../src/tournament/form'
import { axisFor } from '../src/tournament/axis'

const facts = {
  name: 'checkers',
  levels: [{ number: 3, name: 'casual', text: 'checkers:3' }],
  protocols: ['kth', 'reblexis'],
  books: { ballots: 'Three-move ballots' },
  endgame_tables: true,
} as unknown as GameFacts

it('makes a configuration of the form', () => {
  const entry = defaultValues(facts)
  entry.id = ' cup '
  entry.agents = [newAgent('level', 'a', 3), { ...newAgent('program', 'b'), command: './b' }, newAgent('human', 'me')]
  expect(tournamentConfig(entry, facts)).toEqual({
    id: 'cup',
    tournamentType: 'roundRobin',
    game: 'checkers',
    agents: [
      { id: 'a', type: 'engine', engine: 'checkers:3' },
      { id: 'b', type: 'executable', command: './b', protocol: 'kth' },
      { id: 'me', type: 'player' },
    ],
    gamesPerPairing: 2,
    timeLimit: 10_000,
    increment: 0,
    maxMoves: 200,
    openings: 'ballots',
  })
})

it('starts from the initial position where a game has no balanced openings', () => {
  const other = { ...facts, books: {}, endgame_tables: false }
  const entry = defaultValues(other)
  entry.tables = true // as it was chosen for another game
  expect(tournamentConfig(entry, other)).toMatchObject({ openings: 'initial' })
  expect(tournamentConfig(entry, other)).not.toHaveProperty('adjudication')
  expect(tournamentConfig({ ...entry, openings: 'random' }, other).openings).toEqual({ kind: 'random', plies: 2 })
})

it('renames an agent with its kind and level, unless the user named it', () => {
  const level = newAgent('level', 'level-3', 3)
  expect(updateAgent(level, { level: 7 }, 1).id).toBe('level-7')
  expect(updateAgent(level, { kind: 'program' }, 1).id).toBe('program-1')
  expect(updateAgent(newAgent('level', 'mine', 3), { kind: 'program' }, 1).id).toBe('mine')
})

it('asks for a sequential test in a match alone', () => {
  const entry = { ...defaultValues(facts), sprt: true, clock: 'move' as const, moveSeconds: 0.25 }
  expect(tournamentConfig(entry, facts)).not.toHaveProperty('sprt')
  expect(tournamentConfig({ ...entry, format: 'match' }, facts)).toMatchObject({
    sprt: { elo0: 0, elo1: 20 },
    timePerMove: 250,
  })
})

it('knows to which field a problem belongs', () => {
  expect(['agents[1].path', 'openings.path', 'id'].map(rootOf)).toEqual(['agents', 'openings', 'id'])
})

it('puts an axis around values and zero', () => {
  expect(axisFor([-130, 40])).toEqual({ least: -150, most: 50, ticks: [-150, -100, -50, 0, 50] })
  expect(axisFor([])).toEqual({ least: 0, most: 1, ticks: [0, 1] })
})
