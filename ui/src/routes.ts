// The pages by path; the code of a page is loaded when it is opened.
import type { Component } from 'svelte'
import type { IconName } from './lib/icons'
import { matchPath } from './lib/router.svelte'

/** Load the component of a page. */
export type Load = () => Promise<{ default: Component<any> }>
type Route = { pattern: string; load: Load }

const ROUTES: Route[] = [
  { pattern: '/', load: () => import('./pages/Home.svelte') },
  { pattern: '/play', load: () => import('./pages/Play.svelte') },
  { pattern: '/watch', load: () => import('./pages/Watch.svelte') },
  { pattern: '/examinations/:id', load: () => import('./pages/Examination.svelte') },
  { pattern: '/room/:id', load: () => import('./pages/RoomPage.svelte') },
  { pattern: '/rules/:game', load: () => import('./pages/Rules.svelte') },
  { pattern: '/rooms', load: () => import('./pages/Rooms.svelte') },
  { pattern: '/analyse', load: () => import('./pages/Analyse.svelte') },
  { pattern: '/study/:id', load: () => import('./pages/Study.svelte') },
  { pattern: '/studies', load: () => import('./pages/Studies.svelte') },
  { pattern: '/learn', load: () => import('./pages/Learn.svelte') },
  { pattern: '/puzzles', load: () => import('./pages/Puzzles.svelte') },
  { pattern: '/tournaments', load: () => import('./pages/Tournaments.svelte') },
  { pattern: '/tournaments/new', load: () => import('./pages/TournamentNew.svelte') },
  { pattern: '/tournaments/:id', load: () => import('./pages/TournamentPage.svelte') },
  { pattern: '/tournaments/:id/games/:identity', load: () => import('./pages/TournamentGame.svelte') },
]

/** The main pages; `also` are paths of other pages that belong to them. */
export const NAVIGATION: { path: string; name: string; icon: IconName; also?: string[] }[] = [
  { path: '/play', name: 'Play', icon: 'board' },
  { path: '/watch', name: 'Watch', icon: 'eye', also: ['/examinations'] },
  { path: '/analyse', name: 'Analyse', icon: 'graph', also: ['/study', '/studies', '/learn'] },
  { path: '/puzzles', name: 'Puzzles', icon: 'hint' },
  { path: '/tournaments', name: 'Tournaments', icon: 'cup' },
]

/** The page of a path, with the parameters in the path. */
export function findPage(path: string): { load: Load; parameters: Record<string, string> } {
  for (const { pattern, load } of ROUTES) {
    const parameters = matchPath(pattern, path)
    if (parameters) return { load, parameters }
  }
  return { load: () => import('./pages/NotFound.svelte'), parameters: {} }
}
