import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  foldedText,
  foldText,
  queryCounter,
  queryPattern,
} from '../../../src/shared/knowledge/textSearch.ts'

/** Returns the matches as the text has them. */
function find(text: string, query: string): string[] {
  const pattern = queryPattern(query)
  if (!pattern) return []
  const folded = foldText(text)
  const at = (index: number): number => folded.offsets?.[index] ?? index
  return Array.from(folded.text.matchAll(pattern), ({ index, 0: found }) =>
    text.slice(at(index), at(index + found.length)),
  )
}

test.each([
  ['Crème, CREME, cre\u0300me', 'crème', ['Crème', 'CREME', 'cre\u0300me']],
  ['Straße ﬁnden İstanbul', 'FINDEN', ['ﬁnden']],
  ['İstanbul ist', 'ist', ['İst', 'ist']],
  ['ΟΔΥΣΣΕΥΣ οδυσσεύς', 'οδυσσευς', ['ΟΔΥΣΣΕΥΣ', 'οδυσσεύς']],
  ['ذَهَبَ الوَلَدُ', 'الولد', ['الوَلَدُ']],
  ['각하 가다', '가', ['가']],
  ['ガ カ', 'カ', ['カ']],
  ['काम किताब', 'का', ['का']],
  ['a  b\nc', 'a b c', ['a  b\nc']],
  ['😀a👍🏽', '👍🏽', ['👍🏽']],
  ['x.*y xzzy', '.*', ['.*']],
])('in %j, %j finds %j', (text, query, found) => {
  expect(find(text, query)).toEqual(found)
})

test('nothing is found by nothing', () => {
  expect(queryPattern('')).toBeUndefined()
  expect(queryPattern(' \n')).toBeUndefined()
  expect(queryPattern('\u0301')).toBeUndefined()
})

test('text that is folded quickly is the same', () => {
  const everyLetter = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code)).join(
    '',
  )
  expect(foldedText(everyLetter)).toBe(foldText(everyLetter).text)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldedText(text)).toBe(foldText(text).text)
    }),
  )
})

test('what is counted quickly is what the pattern finds', () => {
  const unit = fc.constantFrom('a', 'A', 'á', ' ', '\n', '.', '😀', '\ud83d')
  fc.assert(
    fc.property(fc.string({ unit }), fc.string({ unit, maxLength: 3 }), (text, query) => {
      const folded = foldedText(text)
      const pattern = queryPattern(query)
      const counted = queryCounter(query)?.(folded)
      expect(counted).toBe(pattern && [...folded.matchAll(pattern)].length)
    }),
  )
})

test.each(['well-known', 'a/b', '-', '[x] (y)'])('takes the signs in %j as they are', (query) => {
  expect(foldedText(`It is ${query} so`).match(queryPattern(query) ?? '')).toEqual([query])
})
