import { describe, expect, it } from 'vitest'
import type { Output, Pair } from '../src/lib/api'
import { findMatches, markSpans } from '../src/replay/find'
import { infoSeries, parseInfo } from '../src/replay/info'

const line = (ply: number, text: string, stream: Output['stream'] = 'stderr'): Output => ({ ply, stream, text })

describe('numbers that programs print', () => {
  it('are read from info lines only', () => {
    expect(parseInfo('info depth 12')).toEqual([['depth', 12]])
    expect(parseInfo('  info depth 12 score cp -30 nodes 1.5e6 pv a 1')).toEqual([
      ['depth', 12],
      ['cp', -30],
      ['nodes', 1.5e6],
    ])
    for (const other of ['', 'info', 'information depth 1', 'depth 12', 'info string depth 9', 'info depth deep'])
      expect(parseInfo(other)).toEqual([])
  })

  it('are collected by name, side and move; the last one of a move counts', () => {
    const outputs: Pair<Output[]> = [
      [
        line(1, 'info depth 1\n', 'stdout'),
        line(3, 'info depth 1\n', 'stdout'),
        line(1, 'info depth 3\ninfo de'),
        line(1, 'pth 4\n'),
        line(3, 'info depth 5\ninfo eval .5\n'),
      ],
      [line(2, 'info depth 2\n', 'stdout')],
    ]
    expect(infoSeries(outputs)).toEqual([
      {
        name: 'depth',
        points: [
          [
            { ply: 1, value: 4 },
            { ply: 3, value: 5 },
          ],
          [{ ply: 2, value: 2 }],
        ],
      },
      { name: 'eval', points: [[{ ply: 3, value: 0.5 }], []] },
    ])
  })
})

describe('search', () => {
  it('finds every place in the order of the moves, without colours and case', () => {
    const outputs: Pair<Output[]> = [
      [line(3, 'Error and error'), line(1, 'e\u001b[31mrr\u001b[0mor', 'stdout')],
      [line(2, 'an ERROR')],
    ]
    expect(findMatches(outputs, 'error').map(({ side, ply, index }) => [side, ply, index])).toEqual([
      [0, 1, 0],
      [1, 2, 0],
      [0, 3, 0],
      [0, 3, 1],
    ])
    expect(findMatches(outputs, '')).toEqual([])
  })

  it('marks places also across spans', () => {
    const spans = [
      { text: 'an er', look: {} },
      { text: 'ror, error', look: { bold: true } },
    ]
    expect(markSpans(spans as never, 'error').map(({ text, match }) => [text, match])).toEqual([
      ['an ', undefined],
      ['er', 0],
      ['ror', 0],
      [', ', undefined],
      ['error', 1],
    ])
  })
})
