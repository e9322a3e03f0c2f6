// The state of a room's page: the events received so far and the requests to the server.
import {
  fetchBoard,
  fetchCatalogue,
  get,
  post,
  type Board,
  type Catalogue,
  type Created,
  type GameDocument,
  type Hint,
  type Move,
  type Pair,
  type RoomDetail,
  type RoomEvent,
} from '../lib/api'
import { EMPTY, fold, type PlayedGame, type RoomState } from '../lib/log'
import { replyPause } from '../lib/preferences'
import { play } from '../lib/sound'
import { follow, wake, whileVisible, type Connection } from '../lib/stream'
import { attempt } from '../lib/toasts.svelte'

const CHECK = 10_000 // milliseconds between checks of the progress
const MOST_HELD = 20 // events; more than these are shown at once

export class Room {
  state = $state.raw<RoomState>(EMPTY)
  connection = $state<Connection>('connecting')
  /** Why the game waits, such as a full disk; empty if it does not. */
  problem = $state('')
  board = $state.raw<Board | null>(null)
  catalogue = $state.raw<Catalogue | null>(null)
  readonly facts = $derived(this.catalogue?.games.find(({ name }) => name === this.board?.game) ?? null)
  /** An earlier game of this room, displayed instead of the current one. */
  earlier = $state.raw<PlayedGame | null>(null)
  hint = $state.raw<Move | null>(null)
  /** True while the server looks for a hint. */
  hinting = $state(false)
  private unfollow = () => {}
  private endChecks = () => {}
  /** The last event at the last check of the progress. */
  private checkedAt = 0
  /** Events that are not shown yet, because a reply waits until the person's move has been seen. */
  private held: RoomEvent[] = []
  private ownMoveAt = -Infinity
  private release: ReturnType<typeof setTimeout> | undefined

  constructor(readonly id: string) {}

  /** Load the room and follow its events. Throws ApiError. */
  async enter(): Promise<void> {
    const detail = await get<RoomDetail>(this.path())
    ;[this.board, this.catalogue] = await Promise.all([
      fetchBoard(detail.setup.game, detail.setup.options),
      fetchCatalogue(),
    ])
    this.unfollow = follow<RoomEvent>(this.path('/events'), {
      events: (events) => this.receive(events),
      state: (connection) => (this.connection = connection),
      restart: () => ([this.state, this.earlier, this.hint, this.held] = [EMPTY, null, null, []]),
    })
    this.endChecks = whileVisible(() => {
      const timer = setInterval(() => void this.checkProgress(), CHECK)
      return () => clearInterval(timer)
    })
  }

  close(): void {
    this.unfollow()
    this.endChecks()
    clearTimeout(this.release)
  }

  /** Ask why a game that is running has made no progress since the last check. */
  private async checkProgress(): Promise<void> {
    const at = this.state.seq
    const progresses = at !== this.checkedAt
    this.checkedAt = at
    if (progresses || (this.state.game?.outcome !== null && !this.state.left)) return
    const room = await get<RoomDetail>(this.path()).catch(() => null)
    if (room && this.state.seq === at) this.problem = room.detail
  }

  /** Apply events; a reply to a person's move waits until that has been seen. */
  private receive(events: RoomEvent[]): void {
    this.held.push(...events)
    clearTimeout(this.release)
    const paused = this.state.seq > 0 && this.held.length <= MOST_HELD && !document.hidden
    let seats: string[] = this.state.game?.seats ?? []
    let ready = 0
    let wait = 0
    for (const event of this.held) {
      if (event.type === 'began') seats = event.seats
      if (paused && event.type === 'moved' && event.frame.side !== null && seats.includes('human')) {
        if (seats[event.frame.side] === 'human') this.ownMoveAt = performance.now()
        else wait = this.ownMoveAt + this.pause - performance.now()
        if (wait > 0) break
      }
      ready++
    }
    const shown = this.held.splice(0, ready)
    if (this.held.length) this.release = setTimeout(() => this.receive([]), wait)
    if (shown.length) this.apply(shown)
  }

  /** The pause before a reply in milliseconds; short in games with a clock, which runs meanwhile. */
  private get pause(): number {
    const { game_seconds, move_seconds } = this.state.setup?.time ?? {}
    return game_seconds || move_seconds ? Math.min(replyPause.value, 200) : replyPause.value
  }

  private apply(events: RoomEvent[]): void {
    const live = this.state.seq > 0
    this.state = fold(this.state, events)
    this.problem = ''
    if (events.some(({ type }) => type === 'moved' || type === 'took_back' || type === 'began')) this.hint = null
    const last = events.findLast(({ type }) => type === 'moved' || type === 'ended')
    if (!live || !last) return
    if (last.type === 'ended') play('end')
    else if (last.type === 'moved') play(last.frame.move?.captured.length ? 'capture' : 'move')
  }

  private path(rest = ''): string {
    return `/rooms/${encodeURIComponent(this.id)}${rest}`
  }

  /** Send a command, whose events follow. */
  private command<T>(name: string, body: object = {}): Promise<T | undefined> {
    return attempt(post<T>(this.path(`/${name}`), body).finally(wake))
  }

  /** Start the first or the next game. */
  run(): Promise<unknown> {
    return this.command('run')
  }

  /** Send an action for a game; the server rejects it if another game has started. */
  act(what: 'stop' | 'undo' | 'redo' | 'resign', game: number, body: object = {}): Promise<unknown> {
    return this.command(what, { ...body, game })
  }

  /** Create another room like this one, with these players by side; return its id. */
  async another(players: Pair<string>, names: Pair<string>): Promise<string | undefined> {
    const room = await attempt(post<Created>('/rooms', { ...this.state.setup, players, names, run: true }))
    return room?.id
  }

  /** Send a move; return true if the server accepted it. */
  async move(ply: number, move: Move): Promise<boolean> {
    return (await this.command<null>('moves', { ply, move: move.text, game: this.state.game?.number })) !== undefined
  }

  async requestHint(game: number): Promise<void> {
    const at = this.state.seq
    this.hinting = true
    const answer = await attempt(post<Hint>(this.path('/hint'), { game }))
    this.hinting = false
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
