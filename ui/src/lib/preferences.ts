// How a person likes to play; kept in the browser.
import { persisted } from './persisted.svelte'

/** Show a move that was chosen by touch, and ask before it is played. */
export const confirmTouch = persisted('confirm-touch', false)
/** Milliseconds between a person's move and the reply on the board, so that both can be seen. */
export const replyPause = persisted('reply-pause', 500)
