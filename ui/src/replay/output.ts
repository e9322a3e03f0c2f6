// The output of a program, grouped by the move during which it was printed.
import type { Output } from '../lib/api'
import { parseSpans, type Look, type Span } from '../lib/ansi'

export type Chunk = { ply: number; text: string }
export type DrawnChunk = { ply: number; spans: Span[]; more: number }

/** Number of characters renderChunk at once. */
export const MAX_TEXT = 60_000
const MAX_CHUNK = 20_000

/** The text of one stream by move, in order. */
export function chunks(outputs: readonly Output[], stream: Output['stream']): Chunk[] {
  const list: Chunk[] = []
  for (const output of outputs) {
    if (output.stream !== stream) continue
    const last = list.at(-1)
    if (last?.ply === output.ply) last.text += output.text
    else list.push({ ply: output.ply, text: output.text })
  }
  return list
}

export type Window = { from: number; to: number }

/** The range of chunks around a move that fits the limit. */
export function around(all: readonly Chunk[], ply: number, limit = MAX_TEXT): Window {
  let to = all.findIndex((chunk) => chunk.ply > ply)
  if (to < 0) to = all.length
  let from = to
  let budget = limit
  const cost = (chunk: Chunk) => Math.min(chunk.text.length, MAX_CHUNK) + 40
  while (from > 0 && budget > limit / 3) budget -= cost(all[--from]!)
  while (to < all.length && budget > 0) budget -= cost(all[to++]!)
  return { from, to }
}

/** Parse a chunk into spans; a long text is cut to its beginning or end, and `more` counts the missing characters. */
export function renderChunk(chunk: Chunk, whole: boolean, end = false, look: Look = {}): DrawnChunk {
  const excerpt = end ? chunk.text.slice(-MAX_CHUNK) : chunk.text.slice(0, MAX_CHUNK)
  const text = whole ? chunk.text : excerpt
  return { ply: chunk.ply, spans: parseSpans(text, look).spans, more: chunk.text.length - text.length }
}
