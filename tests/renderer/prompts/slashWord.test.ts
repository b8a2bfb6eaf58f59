import { expect, test } from 'vitest'
import { findSlashWord } from '../../../src/renderer/prompts/menu/slashWord.ts'

/** Finds the word at the bar, which stands for the cursor. */
function find(marked: string) {
  return findSlashWord(marked.replace('|', ''), marked.indexOf('|'))
}

test.each([
  ['/|', { start: 0, end: 1, query: '' }],
  ['/sum|', { start: 0, end: 4, query: 'sum' }],
  ['Hello\n/sum|', { start: 6, end: 10, query: 'sum' }],
  ['Hello\n/é|\nmore', { start: 6, end: 8, query: 'é' }],
])('%j is a search for a prompt', (marked, word) => {
  expect(find(marked)).toEqual(word)
})

test.each(['|', '|/sum', '/su|m', '/usr/|', '/usr/bin|', 'a /|', ' /sum|', '/sum up|', '//|'])(
  '%j is a text like any other',
  (marked) => {
    expect(find(marked)).toBeUndefined()
  },
)

test('a long line is no search, wherever the cursor stands', () => {
  expect(find(`/${'x'.repeat(200)}|`)).toBeUndefined()
  expect(find(`${'x'.repeat(200)}/a|`)).toBeUndefined()
})
