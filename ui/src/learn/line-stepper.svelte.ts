// A line that is shown on the board move by move.
import { frameAfterMoves } from '../analysis/requests'
import type { Frame, Move, GameChoice } from '../lib/api'

/** A line, and the position and the moves before it. */
export type SteppedLine = { choice: GameChoice; start: string; before: string[]; line: Move[] }

/** Made by a component; null: there is nothing to show. */
export class LineStepper {
  private readonly source: () => SteppedLine | null
  readonly line: Move[] = $derived.by(() => this.source()?.line ?? [])
  /** The number of moves that are shown; a new line begins with its first move. */
  step = $derived(Math.min(this.line.length, 1))
  /** The position after them; null before the line. */
  frame = $state.raw<Frame | null>(null)

  constructor(source: () => SteppedLine | null) {
    this.source = source
    $effect(() => {
      const shown = this.source()
      const moves = this.line.slice(0, this.step).map(({ text }) => text)
      let here = true
      if (!shown || !moves.length) this.frame = null
      else
        void frameAfterMoves(shown.choice, shown.start, [...shown.before, ...moves]).then((frame) => {
          if (here && frame) this.frame = frame
        })
      return () => (here = false)
    })
  }
}
