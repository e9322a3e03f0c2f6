// What is thought of positions and games, as the server tells it.
import type { Frame, Move, Outcome, Pair, Side } from '../lib/api'

export type Verdict = 'won' | 'lost' | 'drawn' // for the side to move
export type ThoughtLine = { moves: Move[]; score: number | null; win_chance: number; visits: number | null }
export type Thought = {
  depth: number
  nodes: number
  seconds: number
  lines: ThoughtLine[] // chances and scores are those of the side to move
  verdict: Verdict | null
  heat: number[] | null
  done: boolean
}
export type Edge = 'top' | 'bottom' | 'left' | 'right'
export type Connection = {
  side: Side
  from: number[]
  to: number[]
  edges: Edge[]
  carrier: number[]
  kind: 'bridge' | 'connection' | 'semi'
  key: number | null
}
export type Insight = {
  verdict: Verdict | null
  detail: string
  source: string
  carrier: number[]
  connections: Connection[]
  must_play: number[] | null
  dead: number[]
  captured: Pair<number[]>
}
export type Judgement = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder' | 'lost a proven win'
export type Annotation = {
  ply: number
  win_chance_before: number // both for side 0
  win_chance_after: number
  best: Move | null
  line: Move[]
  verdict: Judgement
  exact: boolean
}
export type Examined = { frame: Frame; legal: Move[]; outcome: Outcome | null; forms: Record<string, string> }
