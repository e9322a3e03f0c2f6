// Numbers that programs print as `info NAME VALUE`, by move.
import type { Output, Pair } from '../lib/api'
import { chunks } from './output'

export type Point = { ply: number; value: number }
export type Series = { name: string; points: Pair<Point[]> } // points by side, in the order of the moves

const MOST_SERIES = 12
const NAME = /^[A-Za-z_][\w.-]*$/
const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/
const TEXT = ['string', 'pv'] // the rest of the line is text

/** The numbers of a line `info depth 12 nodes 31000`; empty if it is another line. */
export function parseInfo(line: string): [string, number][] {
  const words = line.trim().split(/\s+/)
  const found: [string, number][] = []
  if (words[0] !== 'info') return found
  for (let i = 1; i + 1 < words.length && !TEXT.includes(words[i]!); i++) {
    if (!NAME.test(words[i]!) || !NUMBER.test(words[i + 1]!)) continue
    found.push([words[i]!, Number(words[++i])])
  }
  return found
}

/** The numbers that both programs printed; of several of the same name during a move, the last. */
export function infoSeries(outputs: Pair<Output[]>): Series[] {
  const series = new Map<string, Series>()
  outputs.forEach((printed, side) => {
    for (const stream of ['stdout', 'stderr'] as const)
      for (const { ply, text } of chunks(printed, stream)) {
        if (!text.includes('info ')) continue
        for (const [name, value] of text.split('\n').flatMap(parseInfo)) {
          let one = series.get(name)
          if (!one && series.size < MOST_SERIES) series.set(name, (one = { name, points: [[], []] }))
          const points = one?.points[side]
          const known = points?.findLast((point) => point.ply === ply)
          if (known) known.value = value
          else points?.push({ ply, value })
        }
      }
  })
  for (const { points } of series.values()) for (const side of points) side.sort((a, b) => a.ply - b.ply)
  return [...series.values()]
}
