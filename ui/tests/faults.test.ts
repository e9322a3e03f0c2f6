import { describe, expect, it } from 'vitest'
import { failedSide } from '../src/lib/format'
import { renderChunk } from '../src/replay/output'

describe('a game that was lost by a fault', () => {
  it('names the side whose program failed', () => {
    expect(failedSide({ winner: 1, termination: 'crash', detail: '' })).toBe(0)
    expect(failedSide({ winner: 0, termination: 'timeout', detail: '' })).toBe(1)
  })

  it('differs from one that was lost on the board', () => {
    expect(failedSide({ winner: 1, termination: 'normal', detail: '' })).toBe(null)
    expect(failedSide({ winner: 1, termination: 'resignation', detail: '' })).toBe(null)
    expect(failedSide({ winner: null, termination: 'interrupted', detail: '' })).toBe(null)
    expect(failedSide(null)).toBe(null)
  })

  it('shows the end of a long output, where the traceback is', () => {
    const chunk = { ply: 9, text: 'noise\n'.repeat(10_000) + 'IndexError' }
    expect(renderChunk(chunk, false, true).spans.at(-1)?.text).toMatch(/IndexError$/)
    expect(renderChunk(chunk, false).spans.at(-1)?.text).not.toMatch(/IndexError$/)
    expect(renderChunk(chunk, false, true).more).toBe(40_010)
  })
})
