// How a study is shown: the settings of the page, and what follows from them and from the selected position.
import { untrack } from 'svelte'
import type { Overlays } from '../board/overlays'
import type { Side } from '../lib/api'
import { persisted } from '../lib/persisted.svelte'
import { router } from '../lib/router.svelte'
import { ghostsOf } from '../replay/ghosts'
import { forFirstSide, winChances, type ScoreView } from './evaluation'
import { LAYERS, overlaysOf, type Layers } from './layers'
import type { Study } from './study.svelte'
import type { Colour, Shape } from './tree'
import type { Annotation } from './types'

export class Display {
  private readonly settings = {
    engine: persisted('engine', true),
    lines: persisted('engine-lines', 3),
    view: persisted<ScoreView>('score-view', 'first'),
    layers: persisted('layers', LAYERS),
  }
  flipped = $state(router.query.has('flipped'))
  /** The colour of the drawing mode; null: cells are for moves. */
  drawing = $state<Colour | null>(null)
  preview = $state.raw<Shape | null>(null)

  /** Made by a component: requests the facts and the engine's thoughts about the selected position. */
  constructor(readonly study: Study) {
    $effect(() => {
      void study.frame
      untrack(() => (study.insight = study.thought = null))
      const timer = setTimeout(() => void study.look(), 120)
      return () => clearTimeout(timer)
    })
    $effect(() => {
      const count = this.lines
      if (!this.engine || this.mover === null) return
      void study.frame
      let end = () => {}
      const timer = setTimeout(() => (end = study.startEngine(count)), 150)
      return () => {
        clearTimeout(timer)
        end()
      }
    })
  }

  get engine(): boolean {
    return this.settings.engine.value
  }
  set engine(on: boolean) {
    this.settings.engine.value = on
  }
  /** The number of lines of the engine. */
  get lines(): number {
    return this.settings.lines.value
  }
  set lines(count: number) {
    this.settings.lines.value = count
  }
  get view(): ScoreView {
    return this.settings.view.value
  }
  set view(view: ScoreView) {
    this.settings.view.value = view
  }
  get layers(): Layers {
    return { ...LAYERS, ...this.settings.layers.value }
  }
  set layers(layers: Layers) {
    this.settings.layers.value = layers
  }

  get thought() {
    return this.engine ? this.study.thought : null
  }

  /** The side to move by the rules alone: an interrupted or resigned game can be analysed further. */
  get mover(): Side | null {
    const { examined, frame } = this.study
    return examined?.frame.position === frame.position ? examined.frame.to_move : frame.to_move
  }

  /** The layers that are switched on, and what is drawn by hand. */
  readonly overlays: Overlays = $derived.by(() => {
    const { study, layers, mover, thought, view } = this
    const shown = overlaysOf(layers, study.board, study.frame, mover, thought, study.insight, view)
    const drawn = [...study.node.shapes, ...(this.preview ? [this.preview] : [])]
    const shapes = drawn.map(({ cells, colour }) => ({ cells, kind: `drawn-${colour}` as const }))
    return { ...shown, arrows: [...(shown.arrows ?? []), ...shapes], ghosts: ghostsOf(study.frames, study.ply) }
  })

  /** The winning chances of side 0 along the main line. */
  readonly chances = $derived.by(() => winChances(this.study.game, this.study.turns, this.study.annotations))

  /** The winning chances of side 0 in the selected position; null if unknown. */
  readonly chance = $derived.by((): number | null => {
    const { study, mover, thought } = this
    const verdict = study.insight?.verdict ?? thought?.verdict
    if (verdict && mover !== null) return verdict === 'drawn' ? 0.5 : forFirstSide(Number(verdict === 'won'), mover)
    const best = thought?.lines[0]
    if (best && mover !== null) return forFirstSide(best.win_chance, mover)
    return study.inGame ? (this.chances[study.ply] ?? null) : null
  })

  get annotation(): Annotation | undefined {
    return this.study.annotationOf(this.study.node.id)
  }
}
