import { expect, it } from 'vitest'
import { SteadyRows } from '../src/tournament/steady.svelte'

it('keeps the rows of a live table while the pointer is on it', () => {
  let latest = ['a', 'b']
  const rows = new SteadyRows(() => latest)
  const table = Object.assign(new EventTarget(), { matches: () => true }) as unknown as HTMLElement
  const release = rows.hold(table)
  table.dispatchEvent(new Event('pointerenter'))
  latest = ['b', 'a', 'c']
  expect(rows.value).toEqual(['a', 'b'])
  table.dispatchEvent(new Event('focusin'))
  table.dispatchEvent(new Event('pointerleave'))
  expect(rows.value).toEqual(['a', 'b'])
  table.dispatchEvent(new Event('focusout'))
  expect(rows.value).toEqual(['b', 'a', 'c'])
  release()
  table.dispatchEvent(new Event('pointerenter'))
  latest = []
  expect(rows.value).toEqual([])
})
