// Search in the output of programs.
import type { Output, Pair, Side } from '../lib/api'
import { parseSpans, type Span } from '../lib/ansi'
import { chunks } from './output'

/** A place where the text was found; `index` counts the places in the output of that move. */
export type Match = { side: Side; stream: Output['stream']; ply: number; index: number }
/** A part of a span; `match` is the number of the place that it belongs to. */
export type MarkedSpan = Span & { match?: number }

const MOST = 1000

/** The places of a text in the output of both programs, in the order of the moves. Upper and lower case are equal. */
export function findMatches(outputs: Pair<Output[]>, text: string): Match[] {
  const matches: Match[] = []
  if (!text) return matches
  outputs.forEach((printed, side) => {
    for (const stream of ['stdout', 'stderr'] as const)
      for (const chunk of chunks(printed, stream)) {
        const count = places(plain(parseSpans(chunk.text).spans), text).length
        for (let index = 0; index < count && matches.length < MOST; index++)
          matches.push({ side: side as Side, stream, ply: chunk.ply, index })
      }
  })
  return matches.sort((a, b) => a.ply - b.ply)
}

const plain = (spans: Span[]) => spans.map((span) => span.text).join('')

function places(text: string, wanted: string): number[] {
  const [inside, needle] = [text.toLowerCase(), wanted.toLowerCase()]
  const found: number[] = []
  for (let at = inside.indexOf(needle); at >= 0; at = inside.indexOf(needle, at + needle.length)) found.push(at)
  return found
}

/** Split spans so that every place of a text is in spans of its own. */
export function markSpans(spans: Span[], text: string): MarkedSpan[] {
  const starts = text ? places(plain(spans), text) : []
  if (!starts.length) return spans
  const marked: MarkedSpan[] = []
  let at = 0
  let match = 0
  for (const span of spans) {
    const end = at + span.text.length
    const cut = (to: number, hit: boolean) => {
      if (to > at)
        marked.push({ ...span, text: span.text.slice(at - end).slice(0, to - at), ...(hit ? { match } : {}) })
      at = Math.max(at, to)
    }
    while (match < starts.length && starts[match]! < end) {
      cut(starts[match]!, false)
      const last = starts[match]! + text.length
      cut(Math.min(last, end), true)
      if (last > end) break
      match++
    }
    cut(end, false)
  }
  return marked
}
