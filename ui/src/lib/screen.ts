import { MediaQuery } from 'svelte/reactivity'

/** Whether the page is a phone's, held upright. */
export const narrow = new MediaQuery('(max-width: 560px)')
