// The content of a saved file: the whole tree or the selected line.
import type { Study } from './study.svelte'
import { toWire, treeOf } from './tree'

export type SaveOptions = { line: boolean; verdicts: boolean }

/** The request of a file, except for its format. The result of a variation is that of its last position. */
export function exportRequest(study: Study, { line, verdicts }: SaveOptions) {
  const { players, headers, statuses, outcome } = study.document
  const nodes = line ? study.line : study.main
  const inGame = nodes.at(-1) === study.main.at(-1)
  const tree = line ? treeOf(nodes.map((node, ply) => ({ ...node, parent: ply ? ply - 1 : null }))) : study.tree
  return {
    ...study.choice,
    start: study.start,
    tree: toWire(tree),
    annotations: verdicts
      ? [...study.annotations]
          .filter(([ply]) => nodes[ply] === study.main[ply])
          .map(([ply, annotation]) => ({ ...annotation, ply }))
      : [],
    players,
    headers,
    ...(inGame ? { statuses, outcome } : { statuses: ['', ''], outcome: null }),
  }
}
