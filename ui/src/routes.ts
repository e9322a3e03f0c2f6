// The pages by path.
import type { Component } from 'svelte'
import type { IconName } from './lib/icons'
import { matchPath } from './lib/router.svelte'
import Home from './pages/Home.svelte'
import NotFound from './pages/NotFound.svelte'
import Play from './pages/Play.svelte'
import RoomPage from './pages/RoomPage.svelte'
import TournamentGame from './pages/TournamentGame.svelte'
import TournamentNew from './pages/TournamentNew.svelte'
import TournamentPage from './pages/TournamentPage.svelte'
import Rooms from './pages/Rooms.svelte'
import Tournaments from './pages/Tournaments.svelte'
import Watch from './pages/Watch.svelte'

/** A page, or a function that loads it: pages that are not opened first stay out of the first download. */
type Route = { pattern: string } & ({ page: Component<any> } | { load: () => Promise<{ default: Component<any> }> })

const ROUTES: Route[] = [
  { pattern: '/', page: Home },
  { pattern: '/play', page: Play },
  { pattern: '/watch', page: Watch },
  { pattern: '/room/:id', page: RoomPage },
  { pattern: '/rooms', page: Rooms },
  { pattern: '/analyse', load: () => import('./pages/Analyse.svelte') },
  { pattern: '/study/:id', load: () => import('./pages/Study.svelte') },
  { pattern: '/studies', load: () => import('./pages/Studies.svelte') },
  { pattern: '/learn', load: () => import('./pages/Learn.svelte') },
  { pattern: '/puzzles', load: () => import('./pages/Puzzles.svelte') },
  { pattern: '/tournaments', page: Tournaments },
  { pattern: '/tournaments/new', page: TournamentNew },
  { pattern: '/tournaments/:id', page: TournamentPage },
  { pattern: '/tournaments/:id/games/:identity', page: TournamentGame },
]

export const NAVIGATION: { path: string; name: string; icon: IconName }[] = [
  { path: '/play', name: 'Play', icon: 'board' },
  { path: '/watch', name: 'Watch', icon: 'eye' },
  { path: '/analyse', name: 'Analyse', icon: 'graph' },
  { path: '/puzzles', name: 'Puzzles', icon: 'hint' },
  { path: '/tournaments', name: 'Tournaments', icon: 'cup' },
]

type Found = { page: Component<any> | Promise<Component<any>>; parameters: Record<string, string> }

/** The page of a path, with the parameters in the path. */
export function findPage(path: string): Found {
  for (const route of ROUTES) {
    const parameters = matchPath(route.pattern, path)
    if (!parameters) continue
    const page = 'page' in route ? route.page : route.load().then((module) => module.default)
    return { page, parameters }
  }
  return { page: NotFound, parameters: {} }
}
