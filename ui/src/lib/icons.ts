// SVG paths of the icons.

/** A crown centred on the origin, about half a cell wide. */
export const CROWN = 'M-0.19 0.16 -0.25 -0.11 -0.11 0 0 -0.2 0.11 0 0.25 -0.11 0.19 0.16ZM-0.19 0.22H0.19'

/** Icons in a 24 × 24 box, drawn with a stroke of 1.8. */
export const ICONS = {
  play: 'M8 5v14l11-7z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M6 6h12v12H6z',
  first: 'M18 6l-7 6 7 6zM6 6v12',
  back: 'M15 6l-7 6 7 6z',
  forward: 'M9 6l7 6-7 6z',
  last: 'M6 6l7 6-7 6zM18 6v12',
  flip: 'M7 4v13M3.5 13.5 7 17l3.5-3.5M17 20V7M13.5 10.5 17 7l3.5 3.5',
  undo: 'M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  redo: 'M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h4',
  hint: 'M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.5.5-.5 1-.5 1.5H9c0-.5 0-1-.5-1.5z',
  flag: 'M6 21V4M6 5h11l-2.5 4L17 13H6',
  again: 'M19 12a7 7 0 1 1-2-4.9M19 3v5h-5',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  silent: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  system: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  graph: 'M4 4v16h16M7.5 15l3.5-5 3.5 3 4.5-7',
  book: 'M12 6.5C10 5 7 4.5 4 4.5v13c3 0 6 .5 8 2 2-1.5 5-2 8-2v-13c-3 0-6 .5-8 2zM12 6.5v13',
  sliders: 'M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5h4v-5zM7 14.5v5h4v-5z',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20 20',
  cup: 'M8 4h8v6a4 4 0 0 1-8 0zM8 5.5H4.5c0 4 1.5 5 3.8 5.5M16 5.5h3.5c0 4-1.5 5-3.8 5.5M12 14v4M8.5 20h7',
  board: 'M4 4h16v16H4zM4 12h16M12 4v16',
  check: 'M4.5 12.8l4.8 4.8L19.5 7',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  up: 'M12 20V9M7 13l5-5 5 5M5 4h14',
  plus: 'M12 5v14M5 12h14',
  warn: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  pencil: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6',
  raise: 'M12 19V6M6.5 11.5 12 6l5.5 5.5',
  keyboard: 'M3 6h18v12H3zM6.5 9.5v.1M10 9.5v.1M14 9.5v.1M17.5 9.5v.1M8 14.5h8',
  expand: 'M6 9l6 6 6-6',
  bug: 'M9 8a3 3 0 0 1 6 0M8 8h8v6a4 4 0 0 1-8 0zM4 6.5 8 10M20 6.5 16 10M3.5 13.5H8M16 13.5h4.5M5 20l3.4-3.6M19 20l-3.4-3.6',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.1M4 12v.1M4 18v.1',
} as const
export type IconName = keyof typeof ICONS
