// A game under study: its moves, one's own lines beside them, what the engine and the analysis say.
import type { Board, Created, Frame, GameDocument, Move, Pair } from '../lib/api'
import { request, post } from '../lib/api'
import { attempt, toasts } from '../lib/toasts.svelte'
import { fetchInsight, playMoves, analysePosition, type GameChoice } from './requests'
import type { AnalysisSummary, Annotation, Examined, Insight, Thought } from './types'

/** Moves of one's own, after so many moves of the game. */
export type Variation = { from: number; frames: Frame[] }

const startsWith = (line: Frame[], start: Frame[]) =>
  start.every(({ move }, ply) => line[ply] && line[ply].move?.text === move?.text)

export class Study {
  readonly choice: GameChoice
  readonly game: Frame[]
  variations = $state.raw<Variation[]>([])
  chosen = $state<number | null>(null)
  ply = $state(0)
  /** The game as far as the chosen variation leaves it, and the variation. */
  readonly frames = $derived(this.line(this.chosen))
  readonly frame = $derived(this.frames[Math.min(this.ply, this.frames.length - 1)]!)
  /** Whether the move in sight is one of the game's. */
  readonly inGame = $derived(this.chosen === null || this.ply <= this.variations[this.chosen]!.from)

  examined = $state.raw<Examined | null>(null)
  insight = $state.raw<Insight | null>(null)
  thought = $state.raw<Thought | null>(null)
  annotations = $state.raw<ReadonlyMap<number, Annotation>>(new Map())
  accuracy = $state.raw<Pair<number | null> | null>(null)
  analysing = $state(false)
  private stream: EventSource | null = null
  private job = ''

  constructor(
    readonly document: GameDocument,
    readonly board: Board,
  ) {
    this.choice = document.board
    this.game = document.frames
  }

  get legal(): Move[] {
    return this.examined?.frame.position === this.frame.position ? this.examined.legal : []
  }

  get moves(): string[] {
    return this.frames.slice(1, this.ply + 1).map(({ move }) => move?.text ?? '')
  }

  /** All moves of a variation, or of the game. */
  private line(chosen: number | null): Frame[] {
    const variation = chosen === null ? undefined : this.variations[chosen]
    return variation ? [...this.game.slice(0, variation.from + 1), ...variation.frames] : this.game
  }

  goTo(ply: number): void {
    this.ply = Math.max(0, Math.min(ply, this.frames.length - 1))
  }

  choose(variation: number | null): void {
    const from = this.chosen === null ? this.ply : this.variations[this.chosen]!.from
    this.chosen = variation
    this.goTo(variation === null ? Math.min(this.ply, from) : this.variations[variation]!.from + 1)
  }

  forget(variation: number): void {
    if (this.chosen === variation) this.choose(null)
    else if (this.chosen !== null && this.chosen > variation) this.chosen--
    this.variations = this.variations.filter((_, i) => i !== variation)
  }

  /** Plays a move here: the next one of the line, or another, which branches off. False where it did not work. */
  async play(move: Move): Promise<boolean> {
    if (this.frames[this.ply + 1]?.move?.text === move.text) {
      this.goTo(this.ply + 1)
      return true
    }
    const [ply, chosen, start] = [this.ply, this.chosen, this.game[0]!.position]
    const answer = await attempt(playMoves(this.choice, start, [...this.moves, move.text]))
    if (!answer || ply !== this.ply || chosen !== this.chosen) return false
    this.branch(ply, answer.frame)
    this.examined = answer
    return true
  }

  /** Plays several moves, as of an engine's line. */
  async playAll(moves: Move[]): Promise<void> {
    for (const move of moves) if (!(await this.play(move))) return
  }

  /** Plays other moves instead of the one in sight. */
  async playInstead(moves: Move[]): Promise<void> {
    this.goTo(this.ply - 1)
    await this.playAll(moves)
  }

  /** Goes on with a move: in a line that has it, at the end of the line in sight, or in a new line. */
  private branch(ply: number, frame: Frame): void {
    const variation = this.chosen === null ? undefined : this.variations[this.chosen]
    const made = [...this.frames.slice(0, ply + 1), frame]
    const existing = [null, ...this.variations.keys()].find((one) => startsWith(this.line(one), made))
    if (existing !== undefined) this.chosen = existing
    else if (variation && ply === this.frames.length - 1) {
      const frames = [...variation.frames, frame]
      this.variations = this.variations.with(this.chosen!, { ...variation, frames })
    } else {
      const from = variation && ply >= variation.from ? variation.from : ply
      this.variations = [...this.variations, { from, frames: made.slice(from + 1) }]
      this.chosen = this.variations.length - 1
    }
    this.ply = ply + 1
  }

  /** Asks the rules about the position in sight, and what is certain of it. */
  async look(): Promise<void> {
    const { position } = this.frame
    const here = () => this.frame.position === position
    if (this.examined?.frame.position !== position) {
      const answer = await attempt(playMoves(this.choice, this.game[0]!.position, this.moves))
      if (answer && here()) this.examined = answer
    }
    const insight = await fetchInsight(this.choice, position).catch(() => null)
    if (here()) this.insight = insight
  }

  /** Has the engine think about the position in sight. The returned function ends it. */
  startEngine(lines: number): () => void {
    this.thought = null
    return analysePosition(this.choice, this.frame.position, lines, (thought) => (this.thought = thought))
  }

  /** Has the whole game analysed; marks come one after another. */
  async analyse(): Promise<void> {
    this.analysing = true
    const moves = this.game.slice(1).map(({ move }) => move?.text ?? '')
    const job = await attempt(post<Created>('/analyses', { ...this.choice, start: this.game[0]!.position, moves }))
    if (!job) return void (this.analysing = false)
    this.annotations = new Map()
    this.accuracy = null
    this.job = `/analyses/${encodeURIComponent(job.id)}`
    const stream = (this.stream = new EventSource(`/api${this.job}/events`))
    stream.addEventListener('annotation', ({ data }) => {
      const annotation = JSON.parse(data as string) as Annotation
      this.annotations = new Map(this.annotations).set(annotation.ply, annotation)
    })
    stream.addEventListener('summary', ({ data }) => {
      this.accuracy = (JSON.parse(data as string) as AnalysisSummary).accuracy
      this.endAnalysis()
    })
    stream.onerror = () => {
      this.endAnalysis()
      if (!this.accuracy)
        toasts.show('Analysis interrupted: the connection to the server was lost. Start it again.', 'error')
    }
  }

  /** Listens no more; what is not yet analysed is left. */
  endAnalysis(): void {
    this.stream?.close()
    if (this.analysing && !this.accuracy) void request('DELETE', this.job).catch(() => {})
    this.analysing = false
  }
}
