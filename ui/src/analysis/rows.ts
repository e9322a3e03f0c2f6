// The rows in which the moves of a tree are written: the main line in two columns, variations indented below.
import { ROOT, nodeOf, siblings, type Tree } from './tree'

export type Row =
  | { kind: 'pair'; key: string; number: number; first: number | null; second: number | null } // null: not in this row
  | { kind: 'comment'; key: string; id: number }
  | { kind: 'line'; key: string; depth: number; ids: number[] } // moves of a variation, one after the other

/** The number of a move as players count: two plies to a move. */
export const moveNumber = (ply: number) => Math.ceil(ply / 2)

export function rowsOf(tree: Tree): Row[] {
  const rows: Row[] = []
  const comment = (id: number) => {
    if (nodeOf(tree, id).comment) rows.push({ kind: 'comment', key: `comment ${id}`, id })
  }
  comment(ROOT)
  let id: number | undefined = nodeOf(tree, ROOT).children[0]
  let open: Extract<Row, { kind: 'pair' }> | null = null // the last row, if its second column is free
  while (id !== undefined) {
    const node = nodeOf(tree, id)
    const { ply } = node.frame
    if (open && ply % 2 === 0) open.second = id
    else rows.push((open = { kind: 'pair', key: `move ${id}`, number: moveNumber(ply), first: null, second: null }))
    if (open.second !== id) open[ply % 2 ? 'first' : 'second'] = id
    const variations = siblings(tree, id).slice(1)
    if (ply % 2 === 0 || node.comment || variations.length) open = null
    comment(id)
    for (const variation of variations) rows.push(...linesOf(tree, variation))
    id = node.children[0]
  }
  return rows
}

/** The rows of a variation. It is interrupted where others leave it, and continues below them. */
function linesOf(tree: Tree, first: number): Row[] {
  const rows: Row[] = []
  const pending: { id: number; depth: number }[] = [{ id: first, depth: 1 }]
  while (pending.length) {
    const { id, depth } = pending.pop()!
    const ids: number[] = []
    let at: number | undefined = id
    while (at !== undefined) {
      ids.push(at)
      const alternatives: readonly number[] = at === id && isVariation(tree, id) ? [] : siblings(tree, at).slice(1)
      const next: number | undefined = nodeOf(tree, at).children[0]
      if (alternatives.length) {
        if (next !== undefined) pending.push({ id: next, depth })
        for (const other of alternatives.toReversed()) pending.push({ id: other, depth: depth + 1 })
        break
      }
      at = next
    }
    rows.push({ kind: 'line', key: `line ${id}`, depth, ids })
  }
  return rows
}

const isVariation = (tree: Tree, id: number) => siblings(tree, id)[0] !== id
