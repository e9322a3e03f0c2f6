import { describe, expect, it } from 'vitest'
import type { Outcome, RoomSummary } from '../src/lib/api'
import { givenNames, roomScore } from '../src/lib/names'
import { nextLevel, personalResult } from '../src/room/result'

const outcome = (winner: 0 | 1 | null, detail = ''): Outcome => ({ winner, termination: 'normal', detail })
const SIDES: [string, string] = ['red', 'white']

describe('the result of a game', () => {
  it('addresses one person', () => {
    expect(personalResult(outcome(0), SIDES, [0])).toEqual({ title: 'You won', reason: 'Red wins' })
    expect(personalResult(outcome(0, 'human (white) resigned'), SIDES, [1])).toEqual({
      title: 'You lost',
      reason: 'You resigned',
    })
  })

  it('names two people, and else the sides', () => {
    expect(personalResult(outcome(1, 'human (red) resigned'), SIDES, [0, 1], ['Ada', 'Grace'])).toEqual({
      title: 'Grace wins',
      reason: 'Ada resigned',
    })
    expect(personalResult(outcome(1), SIDES, [], ['a', 'b']).title).toBe('White wins')
    expect(personalResult(outcome(null), SIDES, [0]).title).toBe('Draw')
  })

  it('leads to a harder or an easier level, if there is one', () => {
    const levels = [1, 2, 3].map((number) => ({ number, text: `hex:${number}` }))
    expect([nextLevel(levels, 'hex:2', true), nextLevel(levels, 'hex:2', false)]).toEqual([3, 1])
    expect([nextLevel(levels, 'hex:3', true), nextLevel(levels, 'random', true)]).toEqual([null, null])
  })
})

describe('a room', () => {
  it('has a score with halves', () => {
    const score = (first: number, second: number, finished = 1) =>
      roomScore({ score: [first, second], finished } as RoomSummary)
    expect([score(1, 0), score(0.5, 0.5), score(2.5, 0.5, 3), score(0, 0, 0), score(0, 0)]).toEqual([
      '1–0',
      '½–½',
      '2½–½',
      '',
      '',
    ])
  })

  it('has the names that people were given', () => {
    expect(givenNames(['Ada', ''], ['human', 'random'], null)).toEqual(['Ada', 'Random moves'])
    expect(givenNames(['human', 'random'], ['human', 'random'], null)).toEqual(['You', 'Random moves'])
  })
})
