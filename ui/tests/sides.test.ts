import { expect, it } from 'vitest'
import { sideDeclarations } from '../src/lib/sides'

it('writes on pieces so that it can be read', () => {
  expect(sideDeclarations('#f0f0f0')).toContain('--figure: #2b2618;')
  expect(sideDeclarations('#202020')).toContain('--figure: #fff;')
})

it('gives black pieces an edge that is seen on a dark page', () => {
  expect(sideDeclarations('#101010')).toContain('--edge: color-mix(in srgb, #101010, #fff 35%);')
  expect(sideDeclarations('#58b368')).toContain('--edge: color-mix(in srgb, #58b368, #000 50%);')
})
