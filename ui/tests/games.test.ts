import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pagesOf, nameInSentence } from '../src/games'

it('names no game outside the folders of the games', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const others = files.filter((file) => /\.(ts|svelte)$/.test(file) && !/^games\/\w+\//.test(file))
  expect(others.length).toBeGreaterThan(80)
  expect(others.filter((file) => /\b(checkers|hex)\b/i.test(readFileSync(`src/${file}`, 'utf8')))).toEqual([])
})

it('has a general look for games without a folder', () => {
  expect(pagesOf('breakthrough')).toEqual({})
  expect(['checkers', 'hex', 'breakthrough'].map(nameInSentence)).toEqual(['checkers', 'Hex', 'Breakthrough'])
})
