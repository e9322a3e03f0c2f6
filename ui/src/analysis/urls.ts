// Addresses of the analysis page: they contain what is analysed, so that it can be reloaded and shared.
import { get, post, type GameDocument, type Options, type Pair, type GameChoice, type ReadRecords } from '../lib/api'
import { fetchFile } from '../lib/download'
import { examinePosition } from './requests'
import type { Study } from './study.svelte'

const PASTED = 'crownbridge.pasted'

type Games = Omit<ReadRecords, 'next'>

const readPage = (text: string, after = 0) => post<ReadRecords>('/records', { text, after })

/** Parse the games of a text, and yield all that have been read after each page. Throws ApiError. */
export async function* readGames(text: string): AsyncGenerator<Games> {
  let read: Games = { games: [], display_plies: [], problems: [] }
  for (let after: number | null = 0; after !== null;) {
    const page: ReadRecords = await readPage(text, after)
    sessionStorage.setItem(PASTED, text)
    read = {
      games: [...read.games, ...page.games],
      display_plies: [...read.display_plies, ...page.display_plies],
      problems: [...read.problems, ...page.problems],
    }
    after = page.next
    yield read
  }
}

/** The address of a game of that text, at the position to show first. */
export const pastedUrl = ({ id }: GameDocument, ply = 0) => `/analyse?pasted=${id}${ply ? `#${ply}` : ''}`

/** The last text that was parsed in this window; null if there is none. */
export const pastedText = () => sessionStorage.getItem(PASTED)

const optionsOf = (text: string | null): Options =>
  Object.fromEntries(
    [...new URLSearchParams(text ?? '')].map(([name, value]) => [
      name,
      value === 'true' || value === 'false' ? value === 'true' : /^-?\d+$/.test(value) ? Number(value) : value,
    ]),
  )

export const gameChoiceFrom = (query: URLSearchParams): GameChoice => ({
  game: query.get('of') ?? '',
  options: optionsOf(query.get('options')),
})

function gameChoiceQuery({ game, options }: GameChoice, position: string): URLSearchParams {
  const texts = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))
  return new URLSearchParams({
    of: game,
    ...(texts.size ? { options: texts.toString() } : {}),
    ...(position ? { position } : {}),
  })
}

export const positionUrl = (choice: GameChoice, position: string) => `/analyse?${gameChoiceQuery(choice, position)}`
export const setupUrl = (choice: GameChoice, position: string) =>
  `/analyse?setup=1&${gameChoiceQuery(choice, position)}`

const LONGEST_URL = 2000

/** The address of a game with all of its moves, without annotations; null if it is too long. */
export function wholeGameUrl({ choice, start, game, document }: Study): string | null {
  const query = gameChoiceQuery(choice, start)
  const moves = game.slice(1).map(({ move }) => move?.text ?? '')
  if (moves.length) query.set('moves', moves.join(','))
  document.players.forEach((player, side) => player && query.set(`player${side}`, player))
  const url = `/analyse?${query}`
  return url.length > LONGEST_URL ? null : url
}

/** The part of an address that names a game stored on the server; empty if it names none. */
export const gameAddress = (query: URLSearchParams) =>
  ['room', 'tournament'].some((name) => query.has(name))
    ? ['room', 'tournament', 'game'].map((name) => query.get(name) ?? '').join(' ')
    : ''

/** Load the game of an address; null if it contains none. Throws ApiError. */
export async function loadGame(query: URLSearchParams): Promise<GameDocument | null> {
  const [room, tournament, game] = [query.get('room'), query.get('tournament'), query.get('game') ?? '1']
  if (room) return get(`/rooms/${encodeURIComponent(room)}/games/${encodeURIComponent(game)}`)
  if (tournament) return get(`/tournaments/${encodeURIComponent(tournament)}/games/${encodeURIComponent(game)}`)
  const file = query.get('file')
  if (file) return get(`/explorer/files/${encodeURIComponent(file)}/games/${encodeURIComponent(game)}`)
  if (query.has('pasted')) {
    const text = pastedText()
    return text === null ? null : ((await readPage(text, Number(query.get('pasted')) - 1)).games[0] ?? null)
  }
  if (!query.has('of')) return null
  const moves = query.get('moves')?.split(',') ?? []
  const players: Pair<string> = [query.get('player0') ?? '', query.get('player1') ?? '']
  const [choice, position] = [gameChoiceFrom(query), query.get('position')]
  return moves.length ? fromMoves(choice, position, moves, players) : fromPosition(choice, position)
}

/** Return the game of a list of moves, as a record that is read back. */
async function fromMoves(
  choice: GameChoice,
  start: string | null,
  moves: string[],
  players: Pair<string>,
): Promise<GameDocument> {
  const file = await fetchFile('/export', { ...choice, start, moves, players, format: 'jsonl' })
  const { games, problems } = await readPage(await file.text())
  if (!games[0]) throw new Error(problems[0] ?? 'The address contains no game.')
  return games[0]
}

async function fromPosition(choice: GameChoice, position: string | null): Promise<GameDocument> {
  const { frame } = await examinePosition(choice, position ? { text: position } : {})
  return {
    id: '',
    title: '',
    board: choice,
    players: ['', ''],
    first: frame.to_move ?? 0,
    frames: [frame],
    turns: [],
    outputs: [[], []],
    outcome: null,
    statuses: ['', ''],
    notices: [],
    start_clock: [null, null],
    end_clock: null,
    headers: {},
    tree: [],
  }
}
