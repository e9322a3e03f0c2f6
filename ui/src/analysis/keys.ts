// The keys of the study page.
import { MARKS } from './evaluation'
import { MOVE_GLYPHS } from './glyphs'
import type { Study } from './study.svelte'
import type { Annotation } from './types'

/** The parts of the page that the keys control. */
export type Controls = {
  study: Study
  write: () => void
  toggleDrawing: () => void
  toggleEngine: () => void
  flip: () => void
  showShortcuts: () => void
}
/** Keys without `run` are handled by the stepper and only listed. */
export type Key = { keys: string[]; text: string; run?: (controls: Controls) => void }

const isMistake = ({ verdict }: Annotation) => verdict in MARKS

export const KEYS: Key[] = [
  { keys: ['ArrowLeft', 'ArrowRight'], text: 'Previous, next move' },
  { keys: ['ArrowUp', 'ArrowDown'], text: 'Previous, next variation' },
  { keys: ['Home', 'End'], text: 'Start, end of the line' },
  { keys: [' '], text: 'Animate' },
  { keys: ['n'], text: 'Next mistake', run: ({ study }) => study.selectMistake(1, isMistake) },
  { keys: ['Shift+n'], text: 'Previous mistake', run: ({ study }) => study.selectMistake(-1, isMistake) },
  { keys: ['b'], text: 'Play the best move', run: ({ study }) => void study.playBest() },
  { keys: ['e'], text: 'Engine on or off', run: ({ toggleEngine }) => toggleEngine() },
  { keys: ['f'], text: 'Flip the board', run: ({ flip }) => flip() },
  { keys: ['c'], text: 'Comment', run: ({ write }) => write() },
  { keys: ['d'], text: 'Draw on the board', run: ({ toggleDrawing }) => toggleDrawing() },
  { keys: ['p'], text: 'Promote variation', run: ({ study }) => study.promote(study.node.id) },
  { keys: ['m'], text: 'Make main line', run: ({ study }) => study.promote(study.node.id, true) },
  { keys: ['Delete', 'Backspace'], text: 'Delete from here', run: ({ study }) => study.remove(study.node.id) },
  { keys: ['Ctrl+z'], text: 'Undo', run: ({ study }) => study.undo() },
  { keys: ['Ctrl+y', 'Ctrl+Shift+z'], text: 'Redo', run: ({ study }) => study.redo() },
  ...[...MOVE_GLYPHS].map(([nag, { symbol, title }]): Key => {
    return {
      keys: [String(nag)],
      text: `${symbol} ${title}`,
      run: ({ study }) => study.toggleGlyph(study.node.id, nag),
    }
  }),
  { keys: ['0'], text: 'No mark', run: ({ study }) => study.toggleGlyph(study.node.id, null) },
  { keys: ['?'], text: 'This list', run: ({ showShortcuts }) => showShortcuts() },
]

/** The name of a pressed key as in KEYS: `p`, `Shift+n`, `Ctrl+z`, `?`. */
export function keyName({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const plain = key.length === 1 ? key.toLowerCase() : key
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shiftKey && /^[a-z]/i.test(plain) ? 'Shift+' : ''}${plain}`
}
