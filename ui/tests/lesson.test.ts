import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Lesson } from '../src/learn/lesson.svelte'
import type { Frame, GameDocument } from '../src/lib/api'
import { FakeSource } from './fake-source'

const frames = [0, 1, 2].map((ply) => ({ ply, position: String(ply), move: { text: `m${ply}` } }) as Frame)
const lesson = () => new Lesson({ board: { game: 'checkers', options: {} }, frames } as unknown as GameDocument, 0)
let sent: string[] = []
beforeEach(() => {
  sent = []
  FakeSource.install()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    sent.push(`${method} ${path}`)
    return Promise.resolve(Response.json({ id: 'a' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('is not done if the analysis ended early, and can be resumed', async () => {
  const one = lesson()
  one.analyse()
  await vi.waitFor(() => expect(FakeSource.made.length).toBe(1))
  FakeSource.made[0]!.send(0, 'annotation', { ply: 1, side: 0, verdict: 'blunder' })
  FakeSource.made[0]!.send(0, 'summary', { complete: false })
  await vi.waitFor(() => expect([one.complete, one.interrupted, one.mistakes.length]).toEqual([false, true, 1]))
  one.analyse()
  await vi.waitFor(() => expect(FakeSource.made.length).toBe(2))
  for (const ply of [1, 2]) FakeSource.made[1]!.send(0, 'annotation', { ply, side: 0, verdict: 'blunder' })
  FakeSource.made[1]!.send(0, 'summary', { complete: true })
  await vi.waitFor(() => expect([one.complete, one.interrupted, one.mistakes.length]).toEqual([true, false, 2]))
})

it('ends the analysis when the page is left, also before it has begun', async () => {
  const one = lesson()
  one.analyse()
  one.close()
  await vi.waitFor(() => expect(sent).toEqual(['POST /api/analyses', 'DELETE /api/analyses/a']))
  one.analyse()
  await vi.waitFor(() => expect(FakeSource.made.length).toBe(1))
  one.close()
  await vi.waitFor(() => expect([FakeSource.made[0]!.closed, sent.at(-1)]).toEqual([true, 'DELETE /api/analyses/a']))
})
