import { describe, expect, it } from 'vitest'
import type { Move } from '../src/lib/api'
import { captureForced, nextCells, pick, movesWithoutCells } from '../src/lib/move-input'

const move = (...cells: number[]): Move => ({ text: cells.join('x'), cells, captured: [] })

describe('choosing a move', () => {
  it('goes from cell to cell', () => {
    const legal = [move(8, 12), move(8, 13), move(9, 13)]
    expect([...nextCells(legal, [])]).toEqual([8, 9])
    expect(pick(legal, [], 8)).toEqual({ chosen: [8], move: null })
    expect([...nextCells(legal, [8])]).toEqual([12, 13])
    expect(pick(legal, [8], 13).move).toBe(legal[1])
  })

  it('changes its mind', () => {
    const legal = [move(8, 12), move(9, 13)]
    expect(pick(legal, [8], 9).chosen).toEqual([9])
    expect(pick(legal, [8], 8).chosen).toEqual([])
    expect(pick(legal, [8], 30).chosen).toEqual([])
  })

  it('asks for each step of a path while there is a choice, and no longer', () => {
    const legal = [move(1, 10, 17), move(1, 10, 19), move(1, 8, 15, 22)]
    expect(pick(legal, [1], 10)).toEqual({ chosen: [1, 10], move: null })
    expect([...nextCells(legal, [1, 10])]).toEqual([17, 19])
    expect(pick(legal, [1, 10], 19).move).toBe(legal[1])
    expect(pick(legal, [1], 8).move).toBe(legal[2])
  })

  it('takes the last cell of a path at once where only one path leads there', () => {
    const legal = [move(1, 10, 17), move(1, 8, 15), move(1, 8, 17)]
    expect(pick(legal, [1], 15).move).toBe(legal[1])
    expect(pick(legal, [1], 17).move).toBeNull()
  })

  it('knows paths that come back to where they began', () => {
    const legal = [move(1, 10, 19, 12, 1), move(1, 8)]
    expect(pick(legal, [1], 10).move).toBe(legal[0])
  })

  it('needs one cell where a move has one, and a button where it has none', () => {
    const legal = [move(3), move(4), move()]
    expect(pick(legal, [], 4).move).toBe(legal[1])
    expect(movesWithoutCells(legal)).toEqual([legal[2]])
  })

  it('sees when every move captures', () => {
    expect(captureForced([{ ...move(1, 2), captured: [5] }])).toBe(true)
    expect(captureForced([{ ...move(1, 2), captured: [5] }, move(3, 4)])).toBe(false)
    expect(captureForced([])).toBe(false)
  })
})
