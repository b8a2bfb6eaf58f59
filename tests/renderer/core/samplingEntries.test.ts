import { expect, test } from 'vitest'
import {
  readNumber,
  readStopWords,
  writeStopWords,
} from '../../../src/renderer/core/samplingEntries.ts'

const any = () => true

test.each([
  ['', null],
  [' 0,5 ', 0.5],
  ['1.', 1],
  ['one', undefined],
  ['1,000.5', undefined],
  ['Infinity', undefined],
])('reads the entry %j as %j', (entry, value) => {
  expect(readNumber(entry, any)).toBe(value)
})

test('stop words are read as they were written', () => {
  const words = ['END', '\n\n', 'a\tb', '\\n', '\\']
  expect(readStopWords(writeStopWords(words))).toEqual(words)
  expect(readStopWords('one\n\ntwo\\n')).toEqual(['one', 'two\n'])
})
