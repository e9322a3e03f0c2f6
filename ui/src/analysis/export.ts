// The content of a saved file: the whole tree or the selected line.
import type { Study } from './study.svelte'
import { toWire, treeOf } from './tree'
import type { Annotation } from './types'

export type SaveOptions = { line: boolean; verdicts: boolean }

const verdictOf = (ply: number, { verdict, line, win_chance_before, win_chance_after }: Annotation) => ({
  ply,
  verdict,
  line: line.map(({ text }) => text),
  win_chance_before,
  win_chance_after,
})

/** The request of a file, except for its format. The result of a variation is that of its last position. */
export function exportRequest(study: Study, { line, verdicts }: SaveOptions) {
  const { players, headers, statuses } = study.document
  const nodes = line ? study.line : study.main
  const inGame = nodes.at(-1) === study.main.at(-1)
  const tree = line ? treeOf(nodes.map((node, ply) => ({ ...node, parent: ply ? ply - 1 : null }))) : study.tree
  const written = [...study.annotations].filter(([ply]) => nodes[ply] === study.main[ply])
  return {
    ...study.choice,
    start: study.start,
    tree: toWire(tree),
    verdicts: verdicts ? written.map(([ply, annotation]) => verdictOf(ply, annotation)) : [],
    players,
    headers,
    ...(inGame ? { statuses, outcome: study.outcome } : { statuses: ['', ''], outcome: null }),
  }
}
