import { expect, test } from 'vitest'
import {
  formatByteRate,
  formatBytes,
  formatMilliseconds,
  formatPercentage,
} from '../../../src/renderer/ui/formatAmount.ts'

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [4_661_224_676, '4.7 GB'],
  [26_000_000_000, '26 GB'],
  [3e15, '3,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes('en-US', bytes)).toBe(text)
})

test('a rate, a time and a share in the words of the language', () => {
  expect(formatByteRate('en-US', 12_300_000)).toBe('12 MB/s')
  expect(formatByteRate('de-DE', 1_250_000)).toBe('1,3 MB/s')
  expect(formatMilliseconds('en-US', 41.6)).toBe('42 ms')
  expect(formatPercentage('fr-FR', 0.374).replaceAll(/\s/gu, ' ')).toBe('37 %')
})
