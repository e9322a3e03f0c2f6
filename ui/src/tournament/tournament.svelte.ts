// The state of a tournament's page: the events received so far and the standings.
import {
  fetchBoard,
  fetchCatalogue,
  get,
  post,
  type Board,
  type RecordFormat,
  type TournamentDetail,
  type GameRow,
  type RatingHistory,
} from '../lib/api'
import { exportFormats } from '../analysis/requests'
import { follow, wake, type Connection } from '../lib/stream'
import { attempt } from '../lib/toasts.svelte'
import { pathOf, type TournamentEvent } from './types'

const REFRESH_INTERVAL = 1000 // least milliseconds between two requests of the standings

export class TournamentView {
  detail = $state.raw<TournamentDetail | null>(null)
  series = $state.raw<RatingHistory | null>(null)
  board = $state.raw<Board | null>(null)
  /** Formats in which the games can be saved. */
  formats = $state.raw<RecordFormat[]>([])
  connection = $state<Connection>('connecting')
  /** All games in the order in which they ended. The array grows in place; `count` is reactive. */
  readonly games: GameRow[] = []
  count = $state(0)
  private unfollow = () => {}
  private timer: ReturnType<typeof setTimeout> | undefined
  private refreshedAt = 0

  constructor(readonly id: string) {}

  /** Load the tournament and follow its events. Throws ApiError. */
  async enter(): Promise<void> {
    await this.refresh()
    const { game, options } = this.detail!.board
    const catalogue = await fetchCatalogue().catch(() => null)
    const facts = catalogue?.games.find(({ name }) => name === game)
    if (facts) this.formats = await exportFormats(facts.formats, { game, options }).catch(() => [])
    this.board = await fetchBoard(game, options).catch(() => null)
    this.unfollow = follow<TournamentEvent>(`${pathOf(this.id)}/events`, {
      events: (events) => this.take(events),
      state: (connection) => (this.connection = connection),
      restart: () => (this.games.length = this.count = 0),
    })
  }

  close(): void {
    clearTimeout(this.timer)
    this.unfollow()
  }

  private take(events: TournamentEvent[]): void {
    for (const event of events) if (event.type === 'game') this.games.push(event.game)
    this.count = this.games.length
    const delay = Math.max(0, this.refreshedAt + REFRESH_INTERVAL - Date.now())
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void attempt(this.refresh())
    }, delay)
  }

  private async refresh(): Promise<void> {
    this.refreshedAt = Date.now()
    ;[this.detail, this.series] = await Promise.all([
      get<TournamentDetail>(pathOf(this.id)),
      get<RatingHistory>(`${pathOf(this.id)}/ratings`),
    ])
  }

  act(what: 'stop' | 'resume'): Promise<unknown> {
    const command = post(`${pathOf(this.id)}/${what}`).finally(wake)
    return attempt(command.then(() => this.refresh()))
  }

  download(file: string): string {
    return `/api${pathOf(this.id)}/download/${file}`
  }
}
