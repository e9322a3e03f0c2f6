// A tournament as its page sees it: its log as far as it has come, and where it stands.
import { boardOf, catalogue, get, post, type Board, type RecordFormat } from '../lib/api'
import { savable } from '../analysis/asking'
import { follow, type Connection } from '../lib/stream'
import { attempt } from '../lib/toasts.svelte'
import { pathOf, type Detail, type GameRow, type Series, type TournamentEvent } from './shapes'

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
  private leave = () => {}
  private timer: ReturnType<typeof setTimeout> | undefined
  private looked = 0

  constructor(readonly id: string) {}

  /** Loads the tournament and follows it. Throws ApiError. */
  async enter(): Promise<void> {
    await this.look()
    const { game, options } = this.detail!.board
    const known = await catalogue().catch(() => null)
    const facts = known?.games.find(({ name }) => name === game)
    if (facts) this.formats = await savable(facts.formats, { game, options }).catch(() => [])
    this.board = await boardOf(game, options).catch(() => null)
    this.leave = follow<TournamentEvent>(`${pathOf(this.id)}/events`, {
      events: (events) => this.take(events),
      state: (connection) => (this.connection = connection),
      restart: () => (this.games.length = this.count = 0),
    })
  }

  close(): void {
    clearTimeout(this.timer)
    this.leave()
  }

  private take(events: TournamentEvent[]): void {
    for (const event of events) if (event.type === 'game') this.games.push(event.game)
    this.count = this.games.length
    const wait = Math.max(0, this.looked + PACE - Date.now())
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      void attempt(this.look())
    }, wait)
  }

  private async look(): Promise<void> {
    this.looked = Date.now()
    ;[this.detail, this.series] = await Promise.all([
      get<Detail>(pathOf(this.id)),
      get<Series>(`${pathOf(this.id)}/ratings`),
    ])
  }

  act(what: 'stop' | 'resume'): Promise<unknown> {
    return attempt(post(`${pathOf(this.id)}/${what}`).then(() => this.look()))
  }

  download(file: string): string {
    return `/api${pathOf(this.id)}/download/${file}`
  }
}
