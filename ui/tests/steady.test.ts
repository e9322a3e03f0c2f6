import { expect, it } from 'vitest'
import { SteadyRows } from '../src/tournament/steady.svelte'

it('keeps the rows of a live table while the pointer is on it', async () => {
  let latest = ['a', 'b']
  const rows = new SteadyRows(() => latest)
  const table = Object.assign(new EventTarget(), { matches: () => true }) as unknown as HTMLElement
  const release = rows.hold(table)
  const send = async (name: string) => void (await table.dispatchEvent(new Event(name)))
  await send('pointerenter')
  latest = ['b', 'a', 'c']
  expect(rows.value).toEqual(['a', 'b'])
  await send('focusin')
  await send('pointerleave')
  expect(rows.value).toEqual(['a', 'b'])
  await send('focusout')
  expect(rows.value).toEqual(['b', 'a', 'c'])
  release()
  await send('pointerenter')
  latest = []
  expect(rows.value).toEqual([])
})
