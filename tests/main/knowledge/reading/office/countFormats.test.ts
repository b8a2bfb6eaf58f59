import { expect, test } from 'vitest'
import { formatCount } from '../../../../../src/main/knowledge/reading/office/countFormats.ts'

const values: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

/** Reads a Roman numeral: a sign before a larger one is subtracted. */
function readRoman(text: string): number {
  const signs = Array.from(text, (sign) => values[sign] ?? NaN)
  return signs.reduce((sum, value, at) => sum + (value < (signs[at + 1] ?? 0) ? -value : value), 0)
}

test('Roman numerals are those of their count, up to 3,999', () => {
  const counts = Array.from({ length: 3999 }, (_, index) => index + 1)
  const written = counts.map((count) => formatCount(count, 'lowerRoman'))
  expect(written.map(readRoman)).toEqual(counts)
  expect(written.filter((text) => /i{4}|x{4}|c{4}|m{4}|vv|ll|dd/.test(text))).toEqual([])
  expect(formatCount(1994, 'upperRoman')).toBe('MCMXCIV')
  expect(formatCount(4000, 'lowerRoman')).toBe('4000')
})

test.each([
  ['lowerLetter', 26, 'z'],
  ['lowerLetter', 27, 'aa'],
  ['upperLetter', 53, 'AAA'],
  ['decimalZero', 7, '07'],
  ['ordinal', 11, '11th'],
  ['ordinal', 22, '22nd'],
  ['chineseCounting', 20, '二十'],
  ['chineseCounting', 13, '十三'],
  ['ideographDigital', 20, '二〇'],
  ['decimalEnclosedCircle', 20, '⑳'],
  ['decimalEnclosedCircle', 21, '21'],
  ['bullet', 3, ''],
  ['a format of tomorrow', 3, '3'],
])('%s of %i is %j', (format, count, text) => {
  expect(formatCount(count, format)).toBe(text)
})
