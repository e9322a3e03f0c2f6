// The state of puzzle solving. The rating, the streak and the puzzles seen are kept in the browser.
import { ApiError, get, post, type Move, type PuzzleHint, type PuzzleResult, type PuzzleTask } from '../lib/api'
import { attempt, toasts } from '../lib/toasts.svelte'
import { persisted } from '../lib/persisted.svelte'

export type Score = { rating: number; tried: number; streak: number; best: number; seen: string[] }
export type Phase = 'loading' | 'none' | 'ask' | 'checking' | 'wrong' | 'solved' | 'shown'

const NEW: Score = { rating: 1200, tried: 0, streak: 0, best: 0, seen: [] }
const MOST_SEEN = 300

export class Training {
  private scores = persisted<Record<string, Score>>('puzzles', {})
  game = $state('')
  phase = $state<Phase>('loading')
  task = $state.raw<PuzzleTask | null>(null)
  result = $state.raw<PuzzleResult | null>(null)
  hint = $state.raw<number[]>([])
  /** The change of the rating by this puzzle; null before its first answer. */
  change = $state<number | null>(null)
  private rated = false
  readonly score = $derived(this.scores.value[this.game] ?? NEW)

  constructor(game: string) {
    this.game = game
  }

  async choose(game: string): Promise<void> {
    this.game = game
    await this.next()
  }

  /** Load another puzzle, or the one of that name. */
  async next(name = ''): Promise<void> {
    const game = this.game
    this.phase = 'loading'
    const query = new URLSearchParams({ game, rating: String(Math.round(this.score.rating)) })
    for (const id of this.score.seen) query.append('seen', id)
    try {
      const task = await get<PuzzleTask>(name ? `/puzzles/${encodeURIComponent(name)}` : `/puzzles/next?${query}`)
      if (game !== this.game) return
      if (name) this.game = task.board.game
      this.task = task
      this.phase = 'ask'
    } catch (error) {
      if (game !== this.game) return
      this.task = null
      this.phase = 'none'
      if (!(error instanceof ApiError && error.status === 404)) toasts.show(String(error), 'error')
    }
    this.result = null
    this.hint = []
    this.change = null
    this.rated = false
  }

  async showHint(): Promise<void> {
    const task = this.task!
    const answer = await attempt(get<PuzzleHint>(`/puzzles/${task.id}/hint`))
    if (answer && task === this.task) this.hint = answer.cells
  }

  /** Answer with a move, or show the solution with null. The first answer is rated, unless a hint was shown. */
  async answer(move: Move | null): Promise<boolean> {
    const task = this.task!
    const rating = this.rated || this.hint.length ? null : this.score.rating
    this.phase = 'checking'
    const result = await attempt(
      post<PuzzleResult>(`/puzzles/${task.id}/answers`, { move: move?.text ?? null, rating }),
    )
    if (task !== this.task) return false
    if (!result) {
      this.phase = 'ask'
      return false
    }
    this.record(task.id, result)
    this.result = result
    this.phase = result.solved ? 'solved' : move ? 'wrong' : 'shown'
    return true
  }

  private record(id: string, result: PuzzleResult): void {
    const { rating, tried, streak, best, seen } = this.score
    if (!this.rated) {
      const solved = result.solved && !this.hint.length
      const now = solved ? streak + 1 : 0
      if (result.rating !== null) this.change = Math.round(result.rating - rating)
      const score: Score = {
        rating: result.rating ?? rating,
        tried: tried + 1,
        streak: now,
        best: Math.max(best, now),
        seen: [...seen.filter((one) => one !== id), id].slice(-MOST_SEEN),
      }
      this.scores.value = { ...this.scores.value, [this.game]: score }
    }
    this.rated = true
  }

  again(): void {
    this.phase = 'ask'
    this.result = null
  }
}
