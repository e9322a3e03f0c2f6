import { afterEach, expect, it, vi } from 'vitest'
import { Training } from '../src/puzzles/training.svelte'

afterEach(() => vi.unstubAllGlobals())

it('ignores a hint that arrives after the next puzzle', async () => {
  let sendHint = () => {}
  let puzzles = 0
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.endsWith('/hint')) return Promise.resolve(Response.json({ id: String(++puzzles) }))
    return new Promise((resolve) => (sendHint = () => resolve(Response.json({ cells: [5] }))))
  })
  const training = new Training('checkers')
  await training.next()
  const late = training.showHint()
  await training.next()
  sendHint()
  await late
  expect([training.task!.id, training.hint]).toEqual(['2', []])
  const hint = training.showHint()
  sendHint()
  await hint
  expect(training.hint).toEqual([5])
})
