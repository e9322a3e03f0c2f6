// Optional additions to the pages of a game: a folder per game with an `index.ts`.
import type { Component } from 'svelte'
import type { Options } from '../lib/api'
import { capitalize } from '../lib/format'

/** A picture for the home page, with a headline. */
export type Showcase = { headline: string; options: Options; pieces: string }
export type GamePages = {
  /** The name of the game within a sentence. */
  word?: string
  emblem?: Component<{ size: number }>
  showcase?: Showcase
  /** An example of a game record that can be pasted. */
  example?: string
}

const folders = import.meta.glob<{ default: GamePages }>('./*/index.ts', { eager: true })

export const GAME_PAGES: Record<string, GamePages> = Object.fromEntries(
  Object.entries(folders).map(([path, module]) => [path.split('/')[1]!, module.default]),
)

export const pagesOf = (game: string): GamePages => GAME_PAGES[game] ?? {}

/** The name of a game within a sentence. */
export const nameInSentence = (game: string) => pagesOf(game).word ?? capitalize(game)
