// Numeric annotation glyphs (NAGs) of moves and positions.
import type { Note } from '../replay/MoveList.svelte'

const note = (symbol: string, title: string, kind: Note['kind']): Note => ({ symbol, title, kind })

/** The marks of a move that the page offers, by number; a move has at most one of them. */
export const MOVE_GLYPHS: ReadonlyMap<number, Note> = new Map([
  [1, note('!', 'Good move', 'good')],
  [2, note('?', 'Mistake', 'bad')],
  [3, note('!!', 'Brilliant move', 'good')],
  [4, note('??', 'Blunder', 'bad')],
  [5, note('!?', 'Interesting move', 'plain')],
  [6, note('?!', 'Dubious move', 'plain')],
])
const OTHER_GLYPHS: ReadonlyMap<number, Note> = new Map([
  [7, note('□', 'Only move', 'plain')],
  [10, note('=', 'Equal position', 'plain')],
  [13, note('∞', 'Unclear position', 'plain')],
  [14, note('⩲', 'First side slightly better', 'plain')],
  [15, note('⩱', 'Second side slightly better', 'plain')],
  [16, note('±', 'First side better', 'plain')],
  [17, note('∓', 'Second side better', 'plain')],
  [18, note('+−', 'First side winning', 'plain')],
  [19, note('−+', 'Second side winning', 'plain')],
])

/** The note of a glyph; glyphs without a symbol are shown by number. */
export const glyph = (nag: number): Note =>
  MOVE_GLYPHS.get(nag) ?? OTHER_GLYPHS.get(nag) ?? note(`$${nag}`, `Annotation ${nag}`, 'plain')

/** Set a mark of a move, or remove it if it is set already; null removes any mark of the move. */
export function toggleGlyph(nags: readonly number[], nag: number | null): number[] {
  const others = nags.filter((one) => !MOVE_GLYPHS.has(one))
  return nag === null || nags.includes(nag) ? others : [nag, ...others]
}
