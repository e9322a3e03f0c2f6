// The file of a study on the server: created by the first edit, then saved after every edit.
import { ApiError, get, post, request, type Created, type GameDocument, type StoredStudy } from '../lib/api'
import type { Study } from './study.svelte'
import { toWire, type Tree } from './tree'

const DELAY = 500 // milliseconds after the last edit
const RETRY = 5000
const MOST_KEPT_ALIVE = 60_000 // characters of a request that the browser finishes after the page is closed

export type SavingState = 'new' | 'saved' | 'saving' | 'failed' | 'conflict'

export const fetchStudy = (id: string) => get<StoredStudy>(`/studies/${encodeURIComponent(id)}`)

/** What a study has besides its moves and its result. */
export const contentOf = ({ players, headers }: GameDocument) => ({ players, headers })

export class StudyFile {
  id = $state('')
  name = $state('')
  state = $state<SavingState>('new')
  problem = $state('')
  private revision = 0
  private saved: { tree: Tree; name: string }
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
    return this.study.tree !== this.saved.tree || this.name !== this.saved.name
  }

  /** Save soon; called after every edit. */
  schedule(): void {
    clearTimeout(this.timer)
    if (!this.changed || this.state === 'conflict') return
    this.state = 'saving'
    this.timer = setTimeout(() => void this.save(), this.id ? DELAY : 0)
  }

  /** Save now, and create the file if there is none. Resolve when the last edit is stored or saving has failed. */
  async save(): Promise<void> {
    clearTimeout(this.timer)
    await this.sending
    if ((this.id && !this.changed) || this.state === 'conflict') return
    this.state = 'saving'
    this.sending = this.send().finally(() => (this.sending = null))
    await this.sending
    if (!this.problem && this.changed) this.schedule()
  }

  private async send(): Promise<void> {
    const sent = { tree: this.study.tree, name: this.name }
    try {
      if (this.id) {
        const answer = await request<{ revision: number }>('PUT', this.path, this.body())
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
    }
  }

  /** Store this version over one that was saved elsewhere. */
  async overwrite(): Promise<void> {
    this.revision = (await fetchStudy(this.id)).revision
    this.state = 'failed'
    await this.save()
  }

  /** Save while the page is closed. Return false if the browser may lose the last edits. */
  close(): boolean {
    clearTimeout(this.timer)
    if (!this.id || !this.changed || this.sending || this.state === 'conflict') return !this.sending
    const body = JSON.stringify(this.body())
    if (body.length > MOST_KEPT_ALIVE) return false
    const headers = { 'Content-Type': 'application/json' }
    void fetch(`/api${this.path}`, { method: 'PUT', headers, body, keepalive: true })
    this.saved = { tree: this.study.tree, name: this.name }
    this.revision++
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
