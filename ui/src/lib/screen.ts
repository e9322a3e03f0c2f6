import { MediaQuery } from 'svelte/reactivity'

/** Matches the screen of a phone in portrait orientation. */
export const narrow = new MediaQuery('(max-width: 560px)')
