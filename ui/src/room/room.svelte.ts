// The state of a room's page: the events received so far and the requests to the server.
import {
  fetchBoard,
  fetchCatalogue,
  get,
  post,
  type Board,
  type Catalogue,
  type GameDocument,
  type Hint,
  type Move,
  type RoomDetail,
  type RoomEvent,
} from '../lib/api'
import { EMPTY, fold, type PlayedGame, type RoomState } from '../lib/log'
import { play } from '../lib/sound'
import { follow, type Connection } from '../lib/stream'
import { attempt } from '../lib/toasts.svelte'

export class Room {
  state = $state.raw<RoomState>(EMPTY)
  connection = $state<Connection>('connecting')
  board = $state.raw<Board | null>(null)
  catalogue = $state.raw<Catalogue | null>(null)
  readonly facts = $derived(this.catalogue?.games.find(({ name }) => name === this.board?.game) ?? null)
  /** An earlier game of this room, displayed instead of the current one. */
  earlier = $state.raw<PlayedGame | null>(null)
  hint = $state.raw<Move | null>(null)
  private unfollow = () => {}

  constructor(readonly id: string) {}

  /** Load the room and follow its events. Throws ApiError. */
  async enter(): Promise<void> {
    const detail = await get<RoomDetail>(this.path())
    ;[this.board, this.catalogue] = await Promise.all([
      fetchBoard(detail.setup.game, detail.setup.options),
      fetchCatalogue(),
    ])
    this.unfollow = follow<RoomEvent>(this.path('/events'), {
      events: (events) => this.apply(events),
      state: (connection) => (this.connection = connection),
      restart: () => ([this.state, this.earlier, this.hint] = [EMPTY, null, null]),
    })
  }

  close(): void {
    this.unfollow()
  }

  private apply(events: RoomEvent[]): void {
    const live = this.state.seq > 0
    this.state = fold(this.state, events)
    if (events.some(({ type }) => type === 'moved' || type === 'took_back' || type === 'began')) this.hint = null
    const last = events.findLast(({ type }) => type === 'moved' || type === 'ended')
    if (!live || !last) return
    if (last.type === 'ended') play('end')
    else if (last.type === 'moved') play(last.frame.move?.captured.length ? 'capture' : 'move')
  }

  private path(rest = ''): string {
    return `/rooms/${encodeURIComponent(this.id)}${rest}`
  }

  /** Start the first or the next game. */
  run(): Promise<unknown> {
    return attempt(post(this.path('/run')))
  }

  /** Send an action for the current game; the server rejects it if another game has started. */
  act(what: 'stop' | 'undo' | 'redo' | 'resign', body: object = {}): Promise<unknown> {
    return attempt(post(this.path(`/${what}`), { ...body, game: this.state.game?.number }))
  }

  /** Send a move; return true if the server accepted it. */
  async move(ply: number, move: Move): Promise<boolean> {
    return (
      (await attempt(post<null>(this.path('/moves'), { ply, move: move.text, game: this.state.game?.number }))) !==
      undefined
    )
  }

  async requestHint(): Promise<void> {
    const at = this.state.seq
    const answer = await attempt(post<Hint>(this.path('/hint'), { game: this.state.game?.number }))
    if (answer && this.state.seq === at) this.hint = answer.move
  }

  /** Display a finished game; null returns to the current game. */
  async showGame(number: number | null): Promise<void> {
    if (number === null || number === this.state.game?.number) return void (this.earlier = null)
    const document = await attempt(get<GameDocument>(this.path(`/games/${number}`)))
    const finished = this.state.finished.find((game) => game.number === number)
    if (document) this.earlier = { ...document, number, seats: finished?.seats ?? ['', ''] }
  }

  exportPath(number: number, format: string): string {
    return `/api${this.path(`/games/${number}/export/${format}`)}`
  }
}
