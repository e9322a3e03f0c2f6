// Evaluations of moves and positions as marks, chances and texts.
import type { Frame, Pair, Side, MoveDetails, Line as ThoughtLine } from '../lib/api'
import { capitalize, spokenMove } from '../lib/format'
import type { Note } from '../replay/MoveList.svelte'
import type { Annotation, Judgement, Verdict } from './types'

export const MARKS: Partial<Record<Judgement, Note>> = {
  inaccuracy: { symbol: '?!', title: 'Inaccuracy', kind: 'plain' },
  mistake: { symbol: '?', title: 'Mistake', kind: 'bad' },
  blunder: { symbol: '??', title: 'Blunder', kind: 'bad' },
  'lost a proven win': { symbol: '✕', title: 'Missed win', kind: 'bad' },
}

/** The marks of the moves, by ply. */
export function notesOf(annotations: ReadonlyMap<number, Annotation>): Map<number, Note> {
  const notes = new Map<number, Note>()
  for (const [ply, { verdict }] of annotations) if (MARKS[verdict]) notes.set(ply, MARKS[verdict])
  return notes
}

/** Convert a winning chance of the side to move to side 0. */
export const forFirstSide = (chance: number, mover: Side) => (mover === 0 ? chance : 1 - chance)

/** Winning chances of side 0 after each ply: from the analysis, otherwise the players' own estimates; null if unknown. */
export function winChances(
  frames: Frame[],
  turns: (MoveDetails | undefined)[],
  annotations: ReadonlyMap<number, Annotation>,
): (number | null)[] {
  const chances = frames.map((frame): number | null => {
    const annotation = annotations.get(frame.ply)
    if (annotation) return annotation.win_chance_after
    const estimate = annotations.size ? null : turns[frame.ply - 1]?.win_chance
    return estimate == null || frame.side === null ? null : forFirstSide(estimate, frame.side)
  })
  const first = annotations.get(1)
  if (first) chances[0] = first.win_chance_before
  return chances
}

export const percent = (chance: number) => `${Math.round(100 * chance)} %`

/** Whose score is shown: that of side 0, or that of the side to move. */
export type ScoreView = 'first' | 'mover'

/** A winning chance of the side to move, as the chosen side sees it. */
export const chanceFor = (view: ScoreView, chance: number, mover: Side) =>
  view === 'first' ? forFirstSide(chance, mover) : chance

/** The score of a line: in pieces, as a percentage if the engine has no such score, 1–0 (a win of side 0) if proven. */
export function lineScore(line: ThoughtLine, mover: Side, view: ScoreView = 'first'): string {
  const sign = mover === 0 || view === 'mover' ? 1 : -1
  if (line.win_chance === 1 || line.win_chance === 0) return (line.win_chance === 1) === (mover === 0) ? '1–0' : '0–1'
  if (line.score === null) return percent(chanceFor(view, line.win_chance, mover))
  const tenths = Math.round((sign * line.score) / 10)
  return `${tenths > 0 ? '+' : tenths < 0 ? '−' : ''}${(Math.abs(tenths) / 10).toFixed(1)}`
}

/** A proven verdict: "Red wins", "Draw". */
export function verdictText(verdict: Verdict, mover: Side, sides: Pair<string>): string {
  if (verdict === 'drawn') return 'Draw'
  const winner = verdict === 'won' ? mover : 1 - mover
  return `${capitalize(sides[winner]!)} wins`
}

/** A point of the graph for screen readers. */
export function pointText(
  frame: Frame,
  chance: number | null,
  annotation: Annotation | undefined,
  sides: Pair<string>,
): string {
  const move = frame.ply ? `Move ${frame.ply}, ${spokenMove(frame, sides)}` : 'Start'
  const mark = annotation && MARKS[annotation.verdict]
  return `${move}${mark ? `, ${mark.title.toLowerCase()}` : ''}${chance === null ? '' : `: ${sides[0]} ${percent(chance)}`}`
}

/** A point of the graph in few words: "12. 20x11 · red 45 % · Mistake". */
export function tipText(
  { ply, move }: Frame,
  chance: number | null,
  annotation: Annotation | undefined,
  sides: Pair<string>,
): string {
  const number = `${Math.ceil(ply / 2)}${ply % 2 ? '.' : '…'}`
  const parts = [
    ply ? `${number} ${move?.text ?? '—'}` : 'Start',
    chance !== null && `${sides[0]} ${percent(chance)}`,
    annotation && MARKS[annotation.verdict]?.title,
  ]
  return parts.filter(Boolean).join(' · ')
}

export type Count = { title: string; symbol: string; count: Pair<number> }

/** Number of mistakes of each kind by side, smallest mistakes first. */
export function mistakeCounts(annotations: ReadonlyMap<number, Annotation>, frames: Frame[]): Count[] {
  return (Object.keys(MARKS) as Judgement[]).map((judgement) => {
    const count: Pair<number> = [0, 0]
    for (const [ply, { verdict }] of annotations) {
      const side = frames[ply]?.side
      if (verdict === judgement && side != null) count[side]++
    }
    const { title, symbol } = MARKS[judgement]!
    return { title, symbol, count }
  })
}
