// The analysis types of the API, by the names that the pages use.
import type { Insight, Move, MoveAnnotation } from '../lib/schema'

export type { AnalysisSummary, Connection, PositionDetail, Insight, Line as ThoughtLine, Thought } from '../lib/schema'

export type Verdict = NonNullable<Insight['verdict']> // for the side to move
export type Judgement = MoveAnnotation['verdict']
/** The annotation of a move; reports do not contain the best move of every position. */
export type Annotation = Omit<MoveAnnotation, 'side' | 'reply' | 'best'> & { best: Move | null }
