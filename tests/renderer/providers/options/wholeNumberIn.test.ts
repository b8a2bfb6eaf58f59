import { expect, test } from 'vitest'
import { wholeNumberIn } from '../../../../src/renderer/providers/options/wholeNumberIn.ts'

test.each([
  ['', null],
  ['  ', null],
  ['8192', 8192],
  [' -1 ', -1],
  ['131,072', 131_072],
  ['131.072', 131_072],
  ['1 000 000', 1_000_000],
  ['131\u00a0072', 131_072],
  ['٨١٩٢', 8192],
  ['٨٬١٩٢', 8192],
])('%j is %j', (text, number) => {
  expect(wholeNumberIn(text)).toBe(number)
})

test.each(['1.5', '8k', 'many', '1,2', '--1'])('%j is no whole number', (text) => {
  expect(wholeNumberIn(text)).toBeNaN()
})
