// The content of a saved file: the whole tree or the selected line.
import { percent } from './evaluation'
import { MARKS } from './evaluation'
import { MOVE_GLYPHS } from './glyphs'
import type { Study } from './study.svelte'
import { annotate, toWire, treeOf, type Tree } from './tree'
import type { Annotation, Judgement } from './types'

export type SaveOptions = { line: boolean; verdicts: boolean }

const NAGS: Partial<Record<Judgement, number>> = { inaccuracy: 6, mistake: 2, blunder: 4, 'lost a proven win': 4 }

/** A verdict of the engine as a comment: "Mistake, red 45 %. Better: 11-15 23-19." */
export function verdictComment({ verdict, best, line, win_chance_after }: Annotation, first: string): string {
  const better = best && line.length ? ` Better: ${line.map(({ text }) => text).join(' ')}.` : ''
  return `${MARKS[verdict]!.title}, ${first} ${percent(win_chance_after)}.${better}`
}

/** The tree with the verdicts of the engine as marks and comments; the user's own marks stay. */
export function withVerdicts(study: Study): Tree {
  return study.main.reduce((tree, { id, nags, comment }) => {
    const annotation = study.annotationOf(id)
    if (!annotation || !MARKS[annotation.verdict]) return tree
    const marked = nags.some((nag) => MOVE_GLYPHS.has(nag))
    const text = verdictComment(annotation, study.board.sides[0])
    return annotate(tree, id, {
      nags: marked ? nags : [NAGS[annotation.verdict]!, ...nags],
      comment: [comment, text].filter(Boolean).join('\n'),
    })
  }, study.tree)
}

/** The selected line as a tree without variations. */
function lineOf(tree: Tree, { line }: Study): Tree {
  return treeOf(line.map(({ id }, ply) => ({ ...tree.nodes.get(id)!, parent: ply ? ply - 1 : null })))
}

/** The request of a file, except for its format. The result of a line is that of its last position. */
export function exportRequest(study: Study, { line, verdicts }: SaveOptions) {
  const { players, headers, statuses, outcome } = study.document
  const whole = verdicts ? withVerdicts(study) : study.tree
  const ended = !line || study.line.at(-1) === study.main.at(-1)
  return {
    ...study.choice,
    start: study.start,
    tree: toWire(line ? lineOf(whole, study) : whole),
    players,
    headers,
    ...(ended ? { statuses, outcome } : { statuses: ['', ''], outcome: null }),
  }
}
