// The state of an analysis: game, variations, engine output and annotations.
import type { Board, Created, Frame, GameDocument, Move, Pair } from '../lib/api'
import { request, post } from '../lib/api'
import { attempt, toasts } from '../lib/toasts.svelte'
import { fetchInsight, playMoves, analysePosition, type GameChoice } from './requests'
import type { AnalysisSummary, Annotation, PositionDetail, Insight, Thought } from './types'

/** A line that leaves the game after `from` moves. */
export type Variation = { from: number; frames: Frame[] }

const startsWith = (line: Frame[], start: Frame[]) =>
  start.every(({ move }, ply) => line[ply] && line[ply].move?.text === move?.text)

export class Study {
  readonly choice: GameChoice
  readonly game: Frame[]
  variations = $state.raw<Variation[]>([])
  chosen = $state<number | null>(null)
  ply = $state(0)
  /** The frames of the selected line: the game up to the variation, then the variation. */
  readonly frames = $derived(this.line(this.chosen))
  readonly frame = $derived(this.frames[Math.min(this.ply, this.frames.length - 1)]!)
  /** Whether the selected move is a move of the game. */
  readonly inGame = $derived(this.chosen === null || this.ply <= this.variations[this.chosen]!.from)

  examined = $state.raw<PositionDetail | null>(null)
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

  /** All frames of a variation, or of the game. */
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

  /** Play a move: step to it if it is next in the line, otherwise branch off. Resolve to false if it is rejected. */
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

  /** Play several moves, for example an engine's line. */
  async playAll(moves: Move[]): Promise<void> {
    for (const move of moves) if (!(await this.play(move))) return
  }

  /** Replace the selected move by other moves. */
  async playInstead(moves: Move[]): Promise<void> {
    this.goTo(this.ply - 1)
    await this.playAll(moves)
  }

  /** Add a move: select a line that contains it, extend the current variation, or start a new one. */
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

  /** Request the legal moves and the proven facts of the current position. */
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

  /** Start the engine on the current position; the returned function stops it. */
  startEngine(lines: number): () => void {
    this.thought = null
    return analysePosition(this.choice, this.frame.position, lines, (thought) => (this.thought = thought))
  }

  /** Analyse the whole game; annotations arrive one by one. */
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

  /** Stop the analysis and keep the annotations received so far. */
  endAnalysis(): void {
    this.stream?.close()
    if (this.analysing && !this.accuracy) void request('DELETE', this.job).catch(() => {})
    this.analysing = false
  }
}
