// The moves of a study as a tree. A tree never changes: every edit returns another tree, which shares what is unchanged.
import type { Frame, DrawnShape, TreeMove, TreeNode } from '../lib/api'

export const COLOURS = ['green', 'red', 'blue', 'yellow'] as const
export type Colour = DrawnShape['colour']
/** A circle around one cell or an arrow from one cell to another. */
export type Shape = DrawnShape

/** The annotations of a position that the user can edit. */
export type Notes = Pick<TreeNode, 'comment' | 'nags' | 'shapes'>
export type Node = Omit<TreeNode, 'parent'> & {
  id: number // never reused within a page, also not after an undo
  parent: number | null
  children: readonly number[] // the first one continues the line, the others are variations
}
export type Tree = { nodes: ReadonlyMap<number, Node> }
type Details = Omit<TreeNode, 'parent' | 'frame'>

export const ROOT = 0
let lastId = ROOT
const PLAIN: Details = { comment: '', nags: [], shapes: [], clock: null, properties: {} }

/** Return the tree of a list of nodes; the index of a node is its identity. */
export function treeOf(list: readonly (Partial<Details> & Pick<TreeNode, 'parent' | 'frame'>)[]): Tree {
  const children = list.map((): number[] => [])
  list.forEach(({ parent }, id) => {
    if (parent !== null) children[parent]!.push(id)
  })
  const nodes = list.map((node, id): Node => ({ ...PLAIN, ...node, id, children: children[id]! }))
  lastId = Math.max(lastId, list.length - 1)
  return { nodes: new Map(nodes.map((node) => [node.id, node])) }
}

/** Return the tree of a game without variations. */
export const treeOfFrames = (frames: readonly Frame[]): Tree =>
  treeOf(frames.map((frame, ply) => ({ parent: ply ? ply - 1 : null, frame })))

export const nodeOf = (tree: Tree, id: number): Node => tree.nodes.get(id)!

/** The nodes in the order of the moves: a line, then the variations that leave it. */
export function inOrder(tree: Tree): Node[] {
  const order: Node[] = []
  const pending = [ROOT]
  while (pending.length) {
    const node = nodeOf(tree, pending.pop()!)
    order.push(node)
    for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!)
  }
  return order
}

/** Return the list of moves that the server stores. */
export function toWire(tree: Tree): TreeMove[] {
  const order = inOrder(tree)
  const places = new Map(order.map(({ id }, place) => [id, place]))
  return order.map(({ parent, frame, comment, nags, shapes, clock, properties }) => ({
    parent: parent === null ? null : places.get(parent)!,
    move: frame.move?.text ?? null,
    comment,
    nags,
    shapes,
    clock,
    properties,
  }))
}

/** The nodes from the root to a node. */
export function pathTo(tree: Tree, id: number): Node[] {
  const path: Node[] = []
  for (let at: number | null = id; at !== null; at = path.at(-1)!.parent) path.push(nodeOf(tree, at))
  return path.reverse()
}

/** The last node of the line that continues a node. */
export function endOf(tree: Tree, id: number): number {
  let node = nodeOf(tree, id)
  while (node.children.length) node = nodeOf(tree, node.children[0]!)
  return node.id
}

export const mainLine = (tree: Tree): Node[] => pathTo(tree, endOf(tree, ROOT))

/** The alternatives to a move, itself included. */
export function siblings(tree: Tree, id: number): readonly number[] {
  const { parent } = nodeOf(tree, id)
  return parent === null ? [id] : nodeOf(tree, parent).children
}

function changed(tree: Tree, ...nodes: Node[]): Tree {
  const copy = new Map(tree.nodes)
  for (const node of nodes) copy.set(node.id, node)
  return { nodes: copy }
}

/** Add a move after a node; a move that is there already is not added again. */
export function addMove(tree: Tree, parent: number, frame: Frame): { tree: Tree; id: number } {
  const above = nodeOf(tree, parent)
  const same = above.children.find((child) => nodeOf(tree, child).frame.move?.text === frame.move?.text)
  if (same !== undefined) return { tree, id: same }
  const id = ++lastId
  const node: Node = { ...PLAIN, id, parent, children: [], frame }
  return { tree: changed(tree, { ...above, children: [...above.children, id] }, node), id }
}

/** Delete a move and everything after it. The root cannot be deleted. */
export function removeMove(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id)
  if (parent === null) return tree
  const above = nodeOf(tree, parent)
  const copy = new Map(tree.nodes).set(parent, { ...above, children: above.children.filter((child) => child !== id) })
  const pending = [id]
  while (pending.length) {
    const gone = pending.pop()!
    pending.push(...nodeOf(tree, gone).children)
    copy.delete(gone)
  }
  return { nodes: copy }
}

/** Whether every move up to a node continues the line before it. */
export const inMainLine = (tree: Tree, id: number): boolean =>
  pathTo(tree, id).every((node) => siblings(tree, node.id)[0] === node.id)

/** Put the innermost variation of a node before its alternatives, or with `whole` every variation up to the main line. */
export function promote(tree: Tree, id: number, whole = false): Tree {
  const parents: Node[] = []
  for (const { id: at, parent } of pathTo(tree, id).reverse()) {
    const others = siblings(tree, at).filter((child) => child !== at)
    if (parent === null || siblings(tree, at)[0] === at) continue
    parents.push({ ...nodeOf(tree, parent), children: [at, ...others] })
    if (!whole) break
  }
  return parents.length ? changed(tree, ...parents) : tree
}

/** Replace annotations of a position. */
export const annotate = (tree: Tree, id: number, notes: Partial<Notes>): Tree =>
  changed(tree, { ...nodeOf(tree, id), ...notes })

/** Draw a shape: the same one again removes it, another colour replaces it. */
export function toggleShape(shapes: readonly Shape[], shape: Shape): Shape[] {
  const key = shape.cells.join()
  const before = shapes.find(({ cells }) => cells.join() === key)
  const others = shapes.filter((one) => one !== before)
  return before?.colour === shape.colour ? others : [...others, shape]
}
