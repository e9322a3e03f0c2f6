// The options of a game, as the catalogue describes them.
import type { GameFacts, Options } from '../lib/api'

/** The option that tells the length of a board's side, in games that have one: it stands where it is seen. */
export const SIZE = 'size'

export const defaultsOf = (facts: GameFacts): Options =>
  Object.fromEntries(Object.entries(facts.options).map(([name, choice]) => [name, choice.default]))
