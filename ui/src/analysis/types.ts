// Parts of the API's types, by the names that the analysis uses.
import type { Insight, Move, MoveAnnotation } from '../lib/api'

export type Verdict = NonNullable<Insight['verdict']> // for the side to move
export type Judgement = MoveAnnotation['verdict']
/** The annotation of a move; reports do not contain the best move of every position. */
export type Annotation = Omit<MoveAnnotation, 'side' | 'reply' | 'best'> & { best: Move | null }
