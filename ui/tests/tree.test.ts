import { describe, expect, it } from 'vitest'
import { glyph, toggleGlyph } from '../src/analysis/glyphs'
import { rowsOf } from '../src/analysis/rows'
import {
  ROOT,
  addMove,
  annotate,
  endOf,
  inMainLine,
  inOrder,
  mainLine,
  nodeOf,
  pathTo,
  promote,
  removeMove,
  toWire,
  toggleShape,
  treeOf,
  treeOfFrames,
  type Node,
  type Tree,
} from '../src/analysis/tree'
import type { Frame } from '../src/lib/api'

const frame = (ply: number, text: string): Frame => ({
  ply,
  to_move: 0,
  pieces: '',
  position: text,
  move: ply ? { text, cells: [], captured: [] } : null,
  side: ply ? ((1 - (ply % 2)) as 0 | 1) : null,
})
const GAME = treeOfFrames(['', 'a', 'b', 'c', 'd'].map((text, ply) => frame(ply, text)))

/** Add a line of moves after the node that a move leads to. */
function branch(tree: Tree, after: string, ...moves: string[]): Tree {
  let at = after ? find(tree, after).id : ROOT
  for (const text of moves) {
    const added = addMove(tree, at, frame(nodeOf(tree, at).frame.ply + 1, text))
    tree = added.tree
    at = added.id
  }
  return tree
}
const find = (tree: Tree, text: string): Node => inOrder(tree).find((node) => node.frame.move?.text === text)!
const texts = (nodes: Node[]) => nodes.map(({ frame: { move } }) => move?.text ?? '').join(' ')
/** The tree with its variations in brackets. */
function written(tree: Tree, id = ROOT): string {
  const [first, ...others] = nodeOf(tree, id).children
  if (first === undefined) return ''
  const move = (child: number) => nodeOf(tree, child).frame.move!.text
  const aside = others.map((child) => `(${move(child)}${written(tree, child)})`).join('')
  return ` ${move(first)}${aside}${written(tree, first)}`
}
const NESTED = branch(branch(branch(GAME, 'a', 'x', 'y', 'z'), 'x', 'w', 'v'), 'a', 'u')

describe('a tree', () => {
  it('has variations at any depth', () => {
    expect(written(NESTED)).toBe(' a b(x y(w v) z)(u) c d')
    expect(texts(mainLine(NESTED))).toBe(' a b c d')
    expect(texts(pathTo(NESTED, find(NESTED, 'v').id))).toBe(' a x w v')
    expect(endOf(NESTED, find(NESTED, 'x').id)).toBe(find(NESTED, 'z').id)
  })

  it('does not get a move twice', () => {
    const { tree, id } = addMove(NESTED, find(NESTED, 'x').id, frame(3, 'w'))
    expect([tree === NESTED, id]).toEqual([true, find(NESTED, 'w').id])
  })

  it('gives the identity of an undone move to no other move', () => {
    const undone = addMove(GAME, ROOT, frame(1, 'x')).id
    expect(addMove(GAME, ROOT, frame(1, 'y')).id).not.toBe(undone)
  })

  it('is unchanged by its edits', () => {
    const before = written(NESTED)
    promote(removeMove(NESTED, find(NESTED, 'u').id), find(NESTED, 'v').id, true)
    expect(written(NESTED)).toBe(before)
  })

  it('is read and written in the same order', () => {
    const noted = annotate(NESTED, find(NESTED, 'w').id, { comment: 'sharp', nags: [1] })
    const wire = toWire(noted)
    expect(wire.map(({ parent, move }) => `${parent} ${move}`)).toEqual([
      'null null',
      '0 a',
      '1 b',
      '2 c',
      '3 d',
      '1 x',
      '5 y',
      '6 z',
      '5 w',
      '8 v',
      '1 u',
    ])
    const again = treeOf(wire.map((node, i) => ({ ...node, parent: node.parent!, frame: inOrder(noted)[i]!.frame })))
    expect(toWire(again)).toEqual(wire)
  })

  it('may be 2,000 moves long and deep', () => {
    const tree = treeOfFrames(Array.from({ length: 2001 }, (_, ply) => frame(ply, `m${ply}`)))
    expect(mainLine(tree)).toHaveLength(2001)
    expect(rowsOf(tree)).toHaveLength(1000)
    expect(removeMove(tree, mainLine(tree)[1]!.id).nodes.size).toBe(1)
    // Every second node is a variation of the variation before it.
    const nested = treeOf(
      Array.from({ length: 2001 }, (_, i) => ({
        parent: i ? Math.floor((i - 1) / 2) * 2 : null,
        frame: frame(i, `m${i}`),
      })),
    )
    expect(rowsOf(nested).at(-1)).toMatchObject({ kind: 'line', depth: 1000 })
    expect(promote(nested, 2000, true).nodes.size).toBe(2001)
  })
})

describe('edits', () => {
  it('delete a move with everything after it', () => {
    expect(written(removeMove(NESTED, find(NESTED, 'x').id))).toBe(' a b(u) c d')
    expect(removeMove(NESTED, ROOT)).toBe(NESTED)
  })

  it('promote the innermost variation', () => {
    const v = find(NESTED, 'v').id
    expect(written(promote(NESTED, v))).toBe(' a b(x w(y z) v)(u) c d')
    expect(written(promote(promote(NESTED, v), v))).toBe(' a x(b c d)(u) w(y z) v')
  })

  it('make a variation the main line', () => {
    const tree = promote(NESTED, find(NESTED, 'v').id, true)
    expect(texts(mainLine(tree))).toBe(' a x w v')
    expect(inMainLine(tree, find(tree, 'w').id)).toBe(true)
    expect(inMainLine(tree, find(tree, 'c').id)).toBe(false)
    expect(promote(tree, find(tree, 'v').id, true)).toBe(tree)
  })

  it('mark a move once, and unmark it', () => {
    expect(toggleGlyph([10], 1)).toEqual([1, 10])
    expect(toggleGlyph([1, 10], 2)).toEqual([2, 10])
    expect(toggleGlyph([2, 10], 2)).toEqual([10])
    expect(toggleGlyph([2, 10], null)).toEqual([10])
    expect([glyph(4).symbol, glyph(10).symbol, glyph(140).symbol]).toEqual(['??', '=', '$140'])
  })

  it('draw a shape, change its colour and remove it', () => {
    const arrow = { colour: 'green' as const, cells: [1, 2] }
    const shapes = toggleShape([{ colour: 'red', cells: [1] }], arrow)
    expect(shapes).toHaveLength(2)
    expect(toggleShape(shapes, { ...arrow, colour: 'blue' })).toEqual([shapes[0], { ...arrow, colour: 'blue' }])
    expect(toggleShape(shapes, arrow)).toEqual([shapes[0]])
  })
})

describe('rows', () => {
  const shown = (tree: Tree) =>
    rowsOf(tree).map((row) => {
      const move = (id: number | null) => (id === null ? '…' : nodeOf(tree, id).frame.move!.text)
      if (row.kind === 'pair') return `${row.number} ${move(row.first)} ${move(row.second)}`
      if (row.kind === 'comment') return `# ${nodeOf(tree, row.id).comment}`
      return `${'>'.repeat(row.depth)} ${row.ids.map(move).join(' ')}`
    })

  it('hold two moves of the main line', () => {
    expect(shown(GAME)).toEqual(['1 a b', '2 c d'])
    expect(shown(branch(GAME, 'd', 'e'))).toEqual(['1 a b', '2 c d', '3 e …'])
  })

  it('are interrupted by variations and comments', () => {
    const tree = annotate(branch(GAME, 'b', 'x', 'y'), find(GAME, 'c').id, { comment: 'main' })
    expect(shown(tree)).toEqual(['1 a b', '2 c …', '# main', '> x y', '2 … d'])
    expect(shown(annotate(GAME, ROOT, { comment: 'start' }))[0]).toBe('# start')
  })

  it('continue a variation below those that leave it', () => {
    expect(shown(NESTED)).toEqual(['1 a b', '> x y', '>> w v', '> z', '> u', '2 c d'])
  })

  it('have different keys', () => {
    const keys = rowsOf(NESTED).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
