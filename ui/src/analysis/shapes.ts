// What is thought of positions and games, by the names that the pages use.
import type { Insight, Move, MoveAnnotation } from '../lib/schema'

export type {
  AnalysisSummary,
  Connection,
  PositionDetail as Examined,
  Insight,
  Line as ThoughtLine,
  Thought,
} from '../lib/schema'

export type Verdict = NonNullable<Insight['verdict']> // for the side to move
export type Judgement = MoveAnnotation['verdict']
/** What is said of a move: by the server, or in a report, which does not know a best move for all of them. */
export type Annotation = Omit<MoveAnnotation, 'side' | 'reply' | 'best'> & { best: Move | null }
