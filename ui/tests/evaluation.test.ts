import { describe, expect, it } from 'vitest'
import { tipText, verdictText, winChances, mistakeCounts, notesOf, lineScore } from '../src/analysis/evaluation'
import type { Annotation } from '../src/analysis/types'
import type { Frame, MoveDetails, Line as ThoughtLine } from '../src/lib/api'

const frame = (ply: number): Frame => ({
  ply,
  to_move: 0,
  pieces: '',
  position: String(ply),
  move: null,
  side: ply ? (((ply - 1) % 2) as 0 | 1) : null,
})
const frames = [0, 1, 2].map(frame)
const annotation = (ply: number, verdict: Annotation['verdict'], after: number): Annotation => ({
  ply,
  win_chance_before: 0.5,
  win_chance_after: after,
  best: null,
  line: [],
  verdict,
  exact: false,
})
const line = (win_chance: number, score: number | null = null): ThoughtLine => ({
  moves: [],
  score,
  win_chance,
  visits: null,
})

describe('chances of side 0', () => {
  const turns = [{ win_chance: 0.7 }, { win_chance: 0.6 }] as MoveDetails[]
  it('are the estimates of the players, each for its own side', () => {
    expect(winChances(frames, turns, new Map())).toEqual([null, 0.7, 0.4])
  })
  it('are those of the analysis where there is one', () => {
    const known = new Map([[1, annotation(1, 'best', 0.55)]])
    expect(winChances(frames, turns, known)).toEqual([0.5, 0.55, null])
  })
})

it('marks mistakes and counts them by side', () => {
  const known = new Map([
    [1, annotation(1, 'blunder', 0.1)],
    [2, annotation(2, 'good', 0.1)],
  ])
  expect([...notesOf(known)].map(([ply, { symbol }]) => [ply, symbol])).toEqual([[1, '??']])
  expect(mistakeCounts(known, frames).find(({ symbol }) => symbol === '??')?.count).toEqual([1, 0])
})

it('scores a line for side 0, whichever side is to move', () => {
  expect(lineScore(line(0.5, -4), 0)).toBe('0.0')
  expect(lineScore(line(0.6, 130), 0)).toBe('+1.3')
  expect(lineScore(line(0.6, 130), 1)).toBe('−1.3')
  expect(lineScore(line(0.25), 1)).toBe('75 %')
  expect(lineScore(line(1), 1)).toBe('0–1')
  expect(lineScore(line(0.6, 130), 1, 'mover')).toBe('+1.3')
  expect(lineScore(line(0.25), 1, 'mover')).toBe('25 %')
  expect(lineScore(line(1), 1, 'mover')).toBe('0–1')
  expect(verdictText('lost', 1, ['red', 'blue'])).toBe('Red wins')
})

it('describes a point of the graph in few words', () => {
  const played: Frame = { ...frame(2), move: { text: '20x11', cells: [], captured: [] } }
  expect(tipText(played, 0.45, annotation(2, 'mistake', 0.45), ['red', 'white'])).toBe('1… 20x11 · red 45 % · Mistake')
  expect(tipText(frame(0), null, undefined, ['red', 'white'])).toBe('Start')
})
