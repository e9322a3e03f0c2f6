// What only one game has on the pages: a folder a game with an `index.ts`. A game without a folder has the general look.
import type { Component } from 'svelte'
import type { Options } from '../lib/api'
import { capitalize } from '../lib/format'

/** A picture for the first page, with a headline. */
export type Showcase = { headline: string; options: Options; pieces: string }
export type GamePages = {
  /** The name of the game in the middle of a sentence. */
  word?: string
  emblem?: Component<{ size: number }>
  showcase?: Showcase
  /** The beginning of a game as people write it, to show what can be pasted. */
  example?: string
}

const folders = import.meta.glob<{ default: GamePages }>('./*/index.ts', { eager: true })

export const GAME_PAGES: Record<string, GamePages> = Object.fromEntries(
  Object.entries(folders).map(([path, module]) => [path.split('/')[1]!, module.default]),
)

export const pagesOf = (game: string): GamePages => GAME_PAGES[game] ?? {}

/** The name of a game in the middle of a sentence. */
export const nameInSentence = (game: string) => pagesOf(game).word ?? capitalize(game)
