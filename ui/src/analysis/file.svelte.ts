// The file of a study on the server: created by the first edit, then saved after every edit.
import { ApiError, get, post, request, type Created, type GameDocument, type StoredStudy } from '../lib/api'
import type { Study } from './study.svelte'
import { toWire, type Tree } from './tree'

const DELAY = 500 // milliseconds after the last edit
const RETRY = 5000
const MOST_KEPT_ALIVE = 30_000 // bytes of a request that the browser finishes even if the page is closed

type Version = { tree: Tree; name: string }
export type SavingState = 'new' | 'saved' | 'saving' | 'failed' | 'conflict'

/** Whether a request is small enough to be finished after the page is closed. */
const survives = (body: unknown) => new Blob([JSON.stringify(body)]).size <= MOST_KEPT_ALIVE

export const fetchStudy = (id: string) => get<StoredStudy>(`/studies/${encodeURIComponent(id)}`)

/** The players and the headers of a game, as a study stores them. */
export const contentOf = ({ players, headers }: GameDocument) => ({ players, headers })

export class StudyFile {
  id = $state('')
  name = $state('')
  state = $state<SavingState>('new')
  problem = $state('')
  private revision = 0
  private saved: Version
  private sent: Version | null = null // the version that is being saved
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | null = null

  constructor(
    private readonly study: Study,
    stored: Pick<StoredStudy, 'id' | 'name' | 'revision'> | null,
    private readonly oncreated: (id: string) => void,
  ) {
    const { title, players } = study.document
    this.name = stored?.name ?? (players.some(Boolean) ? title : '')
    this.saved = { tree: study.tree, name: this.name }
    if (!stored) return
    ;[this.id, this.revision, this.state] = [stored.id, stored.revision, 'saved']
  }

  get changed(): boolean {
    return !this.isCurrent(this.saved)
  }

  private isCurrent({ tree, name }: Version): boolean {
    return tree === this.study.tree && name === this.name
  }

  /** Save soon; called after every edit. */
  schedule(): void {
    clearTimeout(this.timer)
    if (this.state === 'conflict') return
    if (!this.changed) {
      if (!this.sending) this.state = this.id ? 'saved' : 'new'
      return
    }
    this.state = 'saving'
    this.timer = setTimeout(() => void this.save(), this.id ? DELAY : 0)
  }

  /** Save now, and create the file if there is none. Resolve when the last edit is stored or saving has failed. */
  async save(): Promise<void> {
    clearTimeout(this.timer)
    while (this.sending) await this.sending
    if ((this.id && !this.changed) || this.state === 'conflict') return
    this.state = 'saving'
    this.sending = this.send().finally(() => (this.sending = null))
    await this.sending
    if (!this.problem && this.changed) this.schedule()
  }

  private async send(): Promise<void> {
    const sent = (this.sent = { tree: this.study.tree, name: this.name })
    try {
      if (this.id) {
        const body = this.body()
        const answer = await request<{ revision: number }>('PUT', this.path, body, survives(body))
        this.revision = answer.revision
      } else {
        const { choice, start } = this.study
        const created = await post<Created>('/studies', { ...this.content(), ...choice, start })
        ;[this.id, this.revision] = [created.id, 1]
        this.oncreated(this.id)
      }
      ;[this.saved, this.state, this.problem] = [sent, 'saved', '']
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      this.problem = error instanceof Error ? error.message : String(error)
      this.state = this.id && status === 409 ? 'conflict' : 'failed'
      if (status === 0) this.timer = setTimeout(() => void this.save(), RETRY)
    } finally {
      this.sent = null
    }
  }

  /** Store this version over one that was saved elsewhere. */
  async overwrite(): Promise<void> {
    this.revision = (await fetchStudy(this.id)).revision
    this.state = 'failed'
    await this.save()
  }

  /** Save while the page is closed. Return false if the last edits would be lost. */
  close(): boolean {
    clearTimeout(this.timer)
    if (!this.changed) return true
    if (this.sent) return this.isCurrent(this.sent) && survives(this.body())
    if (!this.id || this.state === 'conflict' || !survives(this.body())) return false
    void this.save()
    return true
  }

  private get path(): string {
    return `/studies/${encodeURIComponent(this.id)}`
  }

  private content() {
    const { document, outcome, tree } = this.study
    return { ...contentOf(document), outcome, name: this.name, tree: toWire(tree) }
  }

  private body() {
    return { ...this.content(), revision: this.revision }
  }
}
