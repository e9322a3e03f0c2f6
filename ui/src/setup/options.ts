// The options of a game, as the catalogue describes them.
import type { GameFacts, Options } from '../lib/api'

/** The option with the length of a board's side, in games that have one; it has a field of its own. */
export const SIZE = 'size'

export const defaultsOf = (facts: GameFacts): Options =>
  Object.fromEntries(Object.entries(facts.options).map(([name, choice]) => [name, choice.default]))
