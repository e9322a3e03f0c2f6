// What a program printed, sorted by the move in whose making it did.
import type { Output } from '../lib/api'
import { parseSpans, type Look, type Span } from '../lib/ansi'

export type Chunk = { ply: number; text: string }
export type DrawnChunk = { ply: number; spans: Span[]; more: number }

/** How much text is drawn at once, in characters: the rest is a click away. */
export const MAX_TEXT = 60_000
const MAX_CHUNK = 20_000

/** One stream's text by move, in order. */
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

/** The chunks around a move, as many as can be drawn at ease. */
export function around(all: readonly Chunk[], ply: number, most = MAX_TEXT): Window {
  let to = all.findIndex((chunk) => chunk.ply > ply)
  if (to < 0) to = all.length
  let from = to
  let budget = most
  const cost = (chunk: Chunk) => Math.min(chunk.text.length, MAX_CHUNK) + 40
  while (from > 0 && budget > most / 3) budget -= cost(all[--from]!)
  while (to < all.length && budget > 0) budget -= cost(all[to++]!)
  return { from, to }
}

/** A chunk cut into spans; of too long a text the beginning or the end is kept, and what is missing pluralize. */
export function drawn(chunk: Chunk, whole: boolean, end = false, look: Look = {}): DrawnChunk {
  const kept = end ? chunk.text.slice(-MAX_CHUNK) : chunk.text.slice(0, MAX_CHUNK)
  const text = whole ? chunk.text : kept
  return { ply: chunk.ply, spans: parseSpans(text, look).spans, more: chunk.text.length - text.length }
}
