// Requests about positions.
import {
  get,
  post,
  request,
  type Created,
  type Frame,
  type Options,
  type RecordFormat,
  type GameChoice,
  type MoveAnnotation,
  type AnalysisSummary,
  type PositionDetail,
  type Insight,
  type Thought,
} from '../lib/api'
import { followStream, whileVisible, type Connection } from '../lib/stream'
import { toasts } from '../lib/toasts.svelte'

/** Options as a query string. */
export const optionsQuery = (options: Options) =>
  new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)])).toString()

function positionQuery(
  { game, options }: GameChoice,
  position: string,
  more: Record<string, string> = {},
): URLSearchParams {
  return new URLSearchParams({ game, options: optionsQuery(options), ...(position ? { position } : {}), ...more })
}

/** Play moves from a position; return the position reached and its legal moves. Throws ApiError. */
export const playMoves = (choice: GameChoice, start: string, moves: string[]) =>
  post<PositionDetail>('/positions', { ...choice, start, moves })

const previews = new Map<string, Promise<Frame | null>>()
const MOST_PREVIEWS = 500

/** The position after moves, for a preview; null if it cannot be drawn. Each position is requested once. */
export function frameAfterMoves(choice: GameChoice, start: string, moves: string[]): Promise<Frame | null> {
  const key = JSON.stringify([choice, start, moves])
  const known = previews.get(key)
  if (known) return known
  if (previews.size >= MOST_PREVIEWS) previews.clear()
  const frame = playMoves(choice, start, moves).then(
    (detail) => detail.frame,
    () => null,
  )
  previews.set(key, frame)
  return frame
}

/** Return the position of a text or of pieces set up by hand. Throws ApiError. */
export const examinePosition = (
  choice: GameChoice,
  what: { text: string } | { pieces: string; to_move: number } | object,
) => post<PositionDetail>('/positions', { ...choice, ...what })

export const fetchInsight = (choice: GameChoice, position: string) =>
  get<Insight>(`/insight?${positionQuery(choice, position)}`)

/** Return the formats in which a game from this start position can be saved. Throws ApiError. */
export async function exportFormats(formats: RecordFormat[], choice: GameChoice, start = ''): Promise<RecordFormat[]> {
  const endings = await get<string[]>(`/export?${positionQuery(choice, start)}`)
  return formats.filter(({ ending }) => endings.includes(ending.slice(1)))
}

const client = Math.random().toString(36).slice(2)
const SECONDS = 60

/** Run the engine on a position while the page is visible, until its time is over or the returned function is called. */
export function analysePosition(
  choice: GameChoice,
  position: string,
  lines: number,
  onthought: (thought: Thought) => void,
): () => void {
  const more = { lines: String(lines), seconds: String(SECONDS), client }
  let done = false
  return whileVisible(() => {
    if (done) return () => {}
    const source = new EventSource(`/api/think?${positionQuery(choice, position, more)}`)
    source.addEventListener('thought', (message) => {
      const thought = JSON.parse(message.data as string) as Thought
      done = thought.done
      if (done) source.close()
      onthought(thought)
    })
    source.onerror = () => source.close() // rejected or disconnected; the next position starts the engine again
    return () => source.close()
  })
}

type AnalysisListener = {
  annotation: (annotation: MoveAnnotation) => void
  /** The analysis has ended, or the connection was lost and there is no summary. */
  end: (summary: AnalysisSummary | null) => void
}

/** Follow an analysis of a game, if there is one; the returned function ends it. */
export function followAnalysis(
  created: Promise<Created | null | undefined>,
  { annotation, end }: AnalysisListener,
): () => void {
  let [path, done] = ['', false]
  let stop = () => {}
  const cancel = () => void request('DELETE', path).catch(() => {})
  const finish = (summary: AnalysisSummary | null) => {
    done = true
    stop()
    end(summary)
  }
  void created.then((job) => {
    if (job) path = `/analyses/${encodeURIComponent(job.id)}`
    if (done) return path && cancel()
    if (!path) return finish(null)
    const message = (name: string, data: string) => {
      if (name === 'annotation') annotation(JSON.parse(data) as MoveAnnotation)
      else finish(JSON.parse(data) as AnalysisSummary)
    }
    const state = (connection: Connection) => {
      if (connection !== 'lost' && connection !== 'gone') return
      finish(null)
      toasts.show('Analysis interrupted: the connection to the server was lost. Start it again.', 'error')
    }
    stop = followStream(`${path}/events`, { message, state }, true) // or the server ends it
  })
  return () => {
    if (done) return
    done = true
    stop()
    if (path) cancel()
  }
}
