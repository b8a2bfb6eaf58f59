import { expect, test } from 'vitest'
import { compareTexts } from '../../../src/renderer/prompts/versions/compareTexts.ts'

/** Writes changes in one line: -removed-, +added+. */
function show(before: string, after: string): string {
  const marks = { same: '', del: '-', ins: '+' }
  return compareTexts(before, after)
    .map(({ kind, text }) => marks[kind] + text + marks[kind])
    .join('')
}

test.each([
  ['Same', 'Same', 'Same'],
  ['', 'New', '+New+'],
  ['Old', '', '-Old-'],
  ['Sum it up', 'Sum all up', 'Sum -it-+all+ up'],
  ['a a a', 'a a', 'a a- a-'],
  ['Two (old) words', 'Two words', 'Two -(old) -words'],
])('%j becomes %j', (before, after, shown) => {
  expect(show(before, after)).toBe(shown)
})

test('both texts are whole in the changes, also where they differ in everything', () => {
  const before = Array.from({ length: 3000 }, (_, at) => `a${String(at)}`).join(' ')
  const after = Array.from({ length: 3000 }, (_, at) => `b${String(at)}`).join('-')
  const changes = compareTexts(before, after)
  const join = (without: string) =>
    changes
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('')
  expect(join('ins')).toBe(before)
  expect(join('del')).toBe(after)
})
