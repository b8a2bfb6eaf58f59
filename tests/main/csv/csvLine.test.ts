import { expect, test } from 'vitest'
import { csvLine } from '../../../src/main/csv/csvLine.ts'

test('values with delimiters, quotes, line breaks or outer spaces are quoted', () => {
  expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', ' padded', ''])).toBe(
    'a,"b,c","say ""x""","two\nlines"," padded",\r\n',
  )
  expect(csvLine(['1,5', 'a;b'], ';')).toBe('1,5;"a;b"\r\n')
})
