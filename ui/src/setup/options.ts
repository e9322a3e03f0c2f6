// The options of a game, as the catalogue describes them.
import type { GameFacts, Options } from '../lib/api'

/** The option with the length of a board's side, in games that have one; it has a field of its own. */
export const SIZE = 'size'

export const defaultsOf = (facts: GameFacts): Options =>
  Object.fromEntries(Object.entries(facts.options).map(([name, choice]) => [name, choice.default]))

/** The options to propose: those that suit people, unless a program plays, which may know only the defaults. */
export const proposedOptions = (facts: GameFacts, programs: boolean): Options =>
  programs
    ? defaultsOf(facts)
    : Object.fromEntries(Object.entries(facts.options).map(([name, choice]) => [name, choice.suggested]))
