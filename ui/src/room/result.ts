// The result of a game as the people at this screen read it.
import type { Outcome, Pair, Side } from '../lib/api'
import { capitalize, resultText, type Result } from '../lib/format'

const HUMAN = /^human \(([^)]*)\)/

/** The result of a game: "You won" for one person, "Ada wins" for two with names, otherwise by side. */
export function personalResult(outcome: Outcome, sides: Pair<string>, people: Side[], names?: Pair<string>): Result {
  const { title, reason } = resultText(outcome, sides)
  const alone = people.length === 1 ? people[0]! : null
  const who = (side: string) => {
    const at = sides.indexOf(side)
    return alone === at ? 'You' : (people.length === 2 && names?.[at]) || capitalize(side)
  }
  const personal = reason.replace(HUMAN, (_, side: string) => who(side))
  if (outcome.winner === null || !people.length) return { title, reason: personal }
  if (alone !== null) return { title: outcome.winner === alone ? 'You won' : 'You lost', reason: personal || title }
  const name = names?.[outcome.winner]
  return name && name !== 'Human' ? { title: `${name} wins`, reason: personal || title } : { title, reason: personal }
}

/** The number of the level to try next: harder after a win, easier after a loss; null if there is none. */
export function nextLevel(levels: { number: number; text: string }[], opponent: string, won: boolean): number | null {
  const now = levels.find(({ text }) => text === opponent)?.number
  const next = now === undefined ? null : now + (won ? 1 : -1)
  return levels.some(({ number }) => number === next) ? next : null
}
