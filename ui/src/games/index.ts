// Optional additions to the pages of a game: a folder per game with an `index.ts`.
import type { Component } from 'svelte'
import type { Board, Frame, Options } from '../lib/api'
import { capitalize } from '../lib/format'

/** A picture for the home page, with a headline. */
export type Showcase = { headline: string; options: Options; pieces: string }
export type Situation = { board: Board; frame: Frame }
/** A move without a cell: the text of its button, and what it does. */
export type OfferedMove = { name: string; help: string }
export type Advice = (situation: Situation) => string | null
export type GamePages = {
  /** The name of the game within a sentence. */
  word?: string
  emblem?: Component<{ size: number }>
  showcase?: Showcase
  /** An example of a game record that can be pasted. */
  example?: string
  /** Explain a legal move without a cell; null: its text is enough. */
  offeredMove?: (text: string, situation: Situation) => OfferedMove | null
  /** A rule that a human to move should know now; null: none. */
  advice?: Advice
}

const folders = import.meta.glob<{ default: GamePages }>('./*/index.ts', { eager: true })

export const GAME_PAGES: Record<string, GamePages> = Object.fromEntries(
  Object.entries(folders).map(([path, module]) => [path.split('/')[1]!, module.default]),
)

export const pagesOf = (game: string): GamePages => GAME_PAGES[game] ?? {}

/** The name of a game within a sentence. */
export const nameInSentence = (game: string) => pagesOf(game).word ?? capitalize(game)
