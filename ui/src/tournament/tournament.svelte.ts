// A tournament as its page sees it: its log as far as it has come, and where it stands.
import { fetchBoard, fetchCatalogue, get, post, type Board, type RecordFormat } from '../lib/api'
import { exportFormats } from '../analysis/requests'
import { follow, type Connection } from '../lib/stream'
import { attempt } from '../lib/toasts.svelte'
import { pathOf, type Detail, type GameRow, type Series, type TournamentEvent } from './types'

const PACE = 1000 // milliseconds between two looks at the standings

export class TournamentView {
  detail = $state.raw<Detail | null>(null)
  series = $state.raw<Series | null>(null)
  board = $state.raw<Board | null>(null)
  /** The forms in which the games can be saved. */
  formats = $state.raw<RecordFormat[]>([])
  connection = $state<Connection>('connecting')
  /** All games in the order in which they were played; the same list, which grows: `count` tells when. */
  readonly games: GameRow[] = []
  count = $state(0)
  private unfollow = () => {}
  private timer: ReturnType<typeof setTimeout> | undefined
  private refreshedAt = 0

  constructor(readonly id: string) {}

  /** Loads the tournament and follows it. Throws ApiError. */
  async enter(): Promise<void> {
    await this.refresh()
    const { game, options } = this.detail!.board
    const known = await fetchCatalogue().catch(() => null)
    const facts = known?.games.find(({ name }) => name === game)
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
    const wait = Math.max(0, this.refreshedAt + PACE - Date.now())
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void attempt(this.refresh())
    }, wait)
  }

  private async refresh(): Promise<void> {
    this.refreshedAt = Date.now()
    ;[this.detail, this.series] = await Promise.all([
      get<Detail>(pathOf(this.id)),
      get<Series>(`${pathOf(this.id)}/ratings`),
    ])
  }

  act(what: 'stop' | 'resume'): Promise<unknown> {
    return attempt(post(`${pathOf(this.id)}/${what}`).then(() => this.refresh()))
  }

  download(file: string): string {
    return `/api${pathOf(this.id)}/download/${file}`
  }
}
