// The state of a lesson: the mistakes of a game, asked one by one.
import {
  post,
  type Created,
  type Frame,
  type GameDocument,
  type Move,
  type Side,
  type JudgedAnswer,
  type MoveAnnotation,
} from '../lib/api'
import { attempt } from '../lib/toasts.svelte'
import { followAnalysis, playMoves } from '../analysis/requests'

const ASKED: MoveAnnotation['verdict'][] = ['mistake', 'blunder', 'lost a proven win']

export type Phase = 'ask' | 'checking' | 'wrong' | 'right' | 'shown'

export class Lesson {
  readonly frames: Frame[]
  private annotations = $state.raw<MoveAnnotation[]>([])
  analysed = $state(0)
  complete = $state(false)
  /** Whether the analysis ended before the last move. */
  interrupted = $state(false)
  side = $state<Side>(0)
  number = $state(0)
  phase = $state<Phase>('ask')
  /** The answer that is shown: the move tried, with its line. */
  answer = $state.raw<JudgedAnswer | null>(null)
  legal = $state.raw<Move[]>([])
  /** Mistakes that were solved at the first try, by ply. */
  solved = $state.raw<ReadonlySet<number>>(new Set())
  private tried = $state.raw<ReadonlySet<number>>(new Set())
  readonly mistakes = $derived(this.annotations.filter(({ side }) => side === this.side))
  readonly current = $derived(this.mistakes[this.number])
  /** End the analysis. */
  close = () => {}

  constructor(
    readonly document: GameDocument,
    side: Side,
  ) {
    this.frames = document.frames
    this.side = side
  }

  get start(): string {
    return this.frames[0]!.position
  }

  /** The moves of the game up to the position in question. */
  get before(): string[] {
    return this.frames.slice(1, this.current?.ply).map(({ move }) => move?.text ?? '')
  }

  count(side: Side): number {
    return this.annotations.filter((one) => one.side === side).length
  }

  /** Analyse the game, or the rest of it; mistakes arrive one by one. */
  analyse(): void {
    this.interrupted = false
    const moves = this.frames.slice(1).map(({ move }) => move?.text ?? '')
    const job = attempt(post<Created>('/analyses', { ...this.document.board, start: this.start, moves }))
    this.close = followAnalysis(job, {
      annotation: (annotation) => {
        if (annotation.ply <= this.analysed) return
        this.analysed = annotation.ply
        if (ASKED.includes(annotation.verdict)) this.annotations = [...this.annotations, annotation]
      },
      end: (summary) => {
        this.complete = summary?.complete ?? false
        this.interrupted = !this.complete
      },
    })
  }

  /** Request the legal moves of the position in question. */
  async look(): Promise<void> {
    const asked = this.current
    this.legal = []
    if (!asked) return
    const detail = await attempt(playMoves(this.document.board, this.start, this.before))
    if (detail && asked === this.current) this.legal = detail.legal
  }

  /** Judge a move in place of the mistake. */
  async try(move: Move): Promise<boolean> {
    const asked = this.current
    if (!asked?.best) return false
    this.phase = 'checking'
    const body = {
      ...this.document.board,
      start: this.start,
      moves: this.before,
      move: move.text,
      best: asked.best.text,
    }
    const answer = await attempt(post<JudgedAnswer>('/answers', body))
    if (asked !== this.current) return false
    if (!answer) {
      this.phase = 'ask'
      return false
    }
    this.answer = answer
    this.phase = answer.accepted ? 'right' : 'wrong'
    if (answer.accepted && !this.tried.has(asked.ply)) this.solved = new Set(this.solved).add(asked.ply)
    this.tried = new Set(this.tried).add(asked.ply)
    return true
  }

  again(): void {
    this.phase = 'ask'
    this.answer = null
  }

  show(): void {
    const asked = this.current
    if (!asked) return
    this.tried = new Set(this.tried).add(asked.ply)
    this.answer = null
    this.phase = 'shown'
  }

  goTo(number: number): void {
    this.number = number
    this.again()
  }

  chooseSide(side: Side): void {
    this.side = side
    this.goTo(0)
  }
}
