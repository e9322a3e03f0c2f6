// The state of a study: tree of moves, selected position, engine output and annotations.
import type {
  Board,
  Created,
  Frame,
  GameDocument,
  Move,
  MoveDetails,
  Outcome,
  Pair,
  Termination,
  GameChoice,
  PositionDetail,
  Insight,
  Thought,
} from '../lib/api'
import { post } from '../lib/api'
import { attempt } from '../lib/toasts.svelte'
import { toggleGlyph } from './glyphs'
import { fetchInsight, followAnalysis, playMoves, analysePosition } from './requests'
import * as trees from './tree'
import type { Node, Notes, Shape, Tree } from './tree'
import type { Annotation } from './types'

type State = { tree: Tree; selected: number }
const MOST_UNDO = 500
const BY_BOARD: Termination[] = ['normal', 'counter', 'repetition']

export class Study {
  readonly choice: GameChoice
  /** The nodes of the game as it was played. */
  private readonly original: number[]
  tree: Tree = $state.raw({ nodes: new Map() })
  /** The last node of the selected line, and how far the line is played. */
  private tip = $state(trees.ROOT)
  ply = $state(0)
  /** The nodes of the selected line, and its frames. */
  readonly line: Node[] = $derived(trees.pathTo(this.tree, this.tip))
  readonly frames: Frame[] = $derived(this.line.map(({ frame }) => frame))
  readonly node: Node = $derived(this.line[Math.min(this.ply, this.line.length - 1)]!)
  readonly frame: Frame = $derived(this.node.frame)
  readonly main: Node[] = $derived(trees.mainLine(this.tree))
  readonly game: Frame[] = $derived(this.main.map(({ frame }) => frame))
  /** Whether the selected position is in the main line. */
  readonly inGame = $derived(this.main[this.ply] === this.node)
  /** The number of moves that the selected line shares with the main line. */
  readonly place = $derived(this.line.slice(0, this.ply + 1).findLastIndex((node, ply) => this.main[ply] === node))

  private past = $state.raw<State[]>([])
  private future = $state.raw<State[]>([])
  private lastEdit = ''

  examined = $state.raw<PositionDetail | null>(null)
  insight = $state.raw<Insight | null>(null)
  thought = $state.raw<Thought | null>(null)
  /** The annotations of analysed moves, by node; they stay with their moves when the tree is edited. */
  private verdicts = $state.raw<ReadonlyMap<number, Annotation>>(new Map())
  /** The annotations of the main line, by ply. */
  readonly annotations: ReadonlyMap<number, Annotation> = $derived(
    new Map(this.main.flatMap(({ id }, ply) => (this.verdicts.has(id) ? [[ply, this.verdicts.get(id)!]] : []))),
  )
  accuracy = $state.raw<Pair<number | null> | null>(null)
  analysing = $state(false)
  private stopAnalysis = () => {}

  constructor(
    readonly document: GameDocument,
    readonly board: Board,
  ) {
    this.choice = document.board
    this.tree = document.tree.length ? trees.treeOf(document.tree) : trees.treeOfFrames(document.frames)
    this.original = this.main.map(({ id }) => id)
    this.tip = this.original.at(-1)!
  }

  /** The result of the game; null if the board alone decides it, now that the main line is another one. */
  get outcome(): Outcome | null {
    const { outcome } = this.document
    if (!outcome || outcome.termination === 'interrupted') return null
    return BY_BOARD.includes(outcome.termination) && !this.main.some(({ id }) => id === this.original.at(-1))
      ? null
      : outcome
  }

  /** The details of the moves of the main line; undefined for moves that were not played in the game. */
  get turns(): (MoveDetails | undefined)[] {
    return this.main.slice(1).map(({ id }, i) => (id === this.original[i + 1] ? this.document.turns[i] : undefined))
  }

  get start(): string {
    return this.main[0]!.frame.position
  }

  get legal(): Move[] {
    return this.examined?.frame.position === this.frame.position ? this.examined.legal : []
  }

  get moves(): string[] {
    return this.frames.slice(1, this.ply + 1).map(({ move }) => move?.text ?? '')
  }

  get canUndo(): boolean {
    return this.past.length > 0
  }

  get canRedo(): boolean {
    return this.future.length > 0
  }

  annotationOf(id: number): Annotation | undefined {
    return this.verdicts.get(id)
  }

  /** Select a position of the selected line. */
  goTo(ply: number): void {
    this.ply = Math.max(0, Math.min(ply, this.line.length - 1))
  }

  /** Select a position; the line through it stays selected, otherwise its first continuation is. */
  select(id: number): void {
    if (!this.line.some((node) => node.id === id)) this.tip = trees.endOf(this.tree, id)
    this.goTo(this.line.findIndex((node) => node.id === id))
  }

  /** The selected position in the address: its ply in the main line, or its place in the order of all moves. */
  get mark(): string {
    if (this.inGame) return this.ply ? String(this.ply) : ''
    return `n${trees.inOrder(this.tree).indexOf(this.node)}`
  }

  /** Select the position of an address. */
  selectMark(mark: string): void {
    const number = Number(mark.replace(/^n/, ''))
    const node = mark.startsWith('n') ? trees.inOrder(this.tree)[number] : this.main[number]
    if (node) this.select(node.id)
  }

  /** Select the next or previous alternative to the move; without any, the next or previous move that has some. */
  selectAlternative(step: 1 | -1): void {
    const all = trees.siblings(this.tree, this.node.id)
    const other = all[all.indexOf(this.node.id) + step]
    if (other !== undefined) return this.select(other)
    const forks = this.line.flatMap(({ id }, ply) => (trees.siblings(this.tree, id).length > 1 ? [ply] : []))
    const ply = step > 0 ? forks.find((one) => one > this.ply) : forks.findLast((one) => one < this.ply)
    this.goTo(ply ?? (step > 0 ? this.line.length - 1 : 0))
  }

  /** Select the next or previous mistake that the analysis has found. Return false if there is none. */
  selectMistake(step: 1 | -1, isMistake: (annotation: Annotation) => boolean): boolean {
    const plies = [...this.annotations].filter(([, annotation]) => isMistake(annotation)).map(([ply]) => ply)
    const here = this.inGame ? this.ply : this.place + (step > 0 ? 0 : 0.5)
    const ply = step > 0 ? plies.find((one) => one > here) : plies.findLast((one) => one < here)
    if (ply !== undefined) this.select(this.main[ply]!.id)
    return ply !== undefined
  }

  /** Replace the tree by an edited one and select a position of it. Edits with the same name are undone together. */
  private edit(tree: Tree, selected = this.node.id, name = ''): void {
    if (tree === this.tree) return
    if (!name || name !== this.lastEdit)
      this.past = [...this.past.slice(1 - MOST_UNDO), { tree: this.tree, selected: this.node.id }]
    this.future = []
    this.lastEdit = name
    this.show(tree, selected)
  }

  private show(tree: Tree, selected: number): void {
    const tip = this.tip
    this.tree = tree
    const stays = tree.nodes.has(tip) && trees.pathTo(tree, tip).some(({ id }) => id === selected)
    this.tip = trees.endOf(tree, stays ? tip : selected)
    this.goTo(this.line.findIndex(({ id }) => id === selected))
  }

  undo(): void {
    const state = this.past.at(-1)
    if (!state) return
    this.past = this.past.slice(0, -1)
    this.future = [...this.future, { tree: this.tree, selected: this.node.id }]
    this.lastEdit = ''
    this.show(state.tree, state.selected)
  }

  redo(): void {
    const state = this.future.at(-1)
    if (!state) return
    this.future = this.future.slice(0, -1)
    this.past = [...this.past, { tree: this.tree, selected: this.node.id }]
    this.lastEdit = ''
    this.show(state.tree, state.selected)
  }

  /** Delete a move and everything after it. */
  remove(id: number): void {
    const { parent } = trees.nodeOf(this.tree, id)
    if (parent === null) return
    const tree = trees.removeMove(this.tree, id)
    this.edit(tree, tree.nodes.has(this.node.id) ? this.node.id : parent)
  }

  /** Put the variation of a move before its alternatives; with `whole`, make it the main line. */
  promote(id: number, whole = false): void {
    this.edit(trees.promote(this.tree, id, whole))
  }

  /** Replace annotations of a position. */
  private annotate(id: number, notes: Partial<Notes>, name = ''): void {
    this.edit(trees.annotate(this.tree, id, notes), this.node.id, name)
  }

  /** Write a comment; a series of changes is undone as a whole. */
  comment(id: number, comment: string): void {
    if (comment !== trees.nodeOf(this.tree, id).comment) this.annotate(id, { comment }, `comment ${id}`)
  }

  /** Set or remove the mark of a move; `null` removes any. */
  toggleGlyph(id: number, nag: number | null): void {
    const { nags } = trees.nodeOf(this.tree, id)
    const changed = toggleGlyph(nags, nag)
    if (id !== trees.ROOT && changed.join() !== nags.join()) this.annotate(id, { nags: changed })
  }

  draw(shape: Shape): void {
    this.annotate(this.node.id, { shapes: trees.toggleShape(this.node.shapes, shape) })
  }

  eraseShapes(): void {
    if (this.node.shapes.length) this.annotate(this.node.id, { shapes: [] })
  }

  /** Play a move: step to it if it is in the tree, otherwise add it. Resolve to false if it is rejected. */
  async play(move: Move): Promise<boolean> {
    const { id, children } = this.node
    const next = [this.line[this.ply + 1]?.id, ...children].find(
      (child) => child !== undefined && this.tree.nodes.get(child)!.frame.move?.text === move.text,
    )
    if (next !== undefined) {
      this.select(next)
      return true
    }
    const answer = await attempt(playMoves(this.choice, this.start, [...this.moves, move.text]))
    if (!answer || this.node.id !== id) return false
    const added = trees.addMove(this.tree, id, answer.frame)
    this.edit(added.tree, added.id)
    this.examined = answer
    return true
  }

  /** Play several moves, for example an engine's line. */
  async playAll(moves: Move[]): Promise<void> {
    for (const move of moves) if (!(await this.play(move))) return
  }

  /** Play the first move of the engine's best line. */
  async playBest(): Promise<void> {
    await this.playAll(this.thought?.lines[0]?.moves.slice(0, 1) ?? [])
  }

  /** Replace the selected move by other moves. */
  async playInstead(moves: Move[]): Promise<void> {
    this.goTo(this.ply - 1)
    await this.playAll(moves)
  }

  /** Request the legal moves and the proven facts of the current position. */
  async look(): Promise<void> {
    const { position } = this.frame
    const here = () => this.frame.position === position
    if (this.examined?.frame.position !== position) {
      const answer = await attempt(playMoves(this.choice, this.start, this.moves))
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

  /** Analyse the main line; annotations arrive one by one. */
  analyse(): void {
    this.analysing = true
    this.accuracy = null
    this.follow(attempt(post<Created>('/analyses', this.analysisRequest())))
  }

  /** Show the analysis of the main line if the server has a finished one. */
  loadAnalysis(): void {
    if (this.main.length > 1)
      this.follow(post<Created | null>('/analyses', { ...this.analysisRequest(), cached: true }).catch(() => null))
  }

  private analysisRequest() {
    return { ...this.choice, start: this.start, moves: this.game.slice(1).map(({ move }) => move?.text ?? '') }
  }

  /** Receive the annotations of an analysis of the main line. */
  private follow(job: Promise<Created | null | undefined>): void {
    const line = this.main
    this.stopAnalysis()
    this.stopAnalysis = followAnalysis(job, {
      annotation: (annotation) => {
        this.verdicts = new Map(this.verdicts).set(line[annotation.ply]!.id, annotation)
      },
      end: (summary) => {
        this.accuracy = summary?.accuracy ?? null
        this.analysing = false
      },
    })
  }

  /** Stop the analysis and keep the annotations received so far. */
  endAnalysis(): void {
    this.stopAnalysis()
    this.analysing = false
  }
}
