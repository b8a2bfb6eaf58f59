import { expect, test } from 'vitest'
import {
  formatByteRate,
  formatBytes,
  formatClock,
  formatDateTime,
  formatDay,
  formatDollars,
  formatFactor,
  formatMilliseconds,
  formatNumber,
  formatPercentage,
  formatSeconds,
  formatSecondsAhead,
  formatSignedPercentage,
  formatTokens,
} from '../../../src/renderer/ui/formatAmount.ts'
import { locales } from '../../../src/shared/languages.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [25, '25 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [4_661_224_676, '4.7 GB'],
  [26_000_000_000, '26 GB'],
  [3e15, '3,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes('en-US', bytes)).toBe(text)
})

test.each([
  ['de-DE', '25 Byte'],
  ['fr-FR', '25 octets'],
  ['ru-RU', '25 байт'],
  ['zh-CN', '25字节'],
  ['zh-TW', '25 位元組'],
  ['ar-SA', '25 بايت'],
])('in %s 25 bytes are %s', (language, text) => {
  expect(formatBytes(language, 25).replaceAll(/\s/gu, ' ')).toBe(text)
})

test.each(locales)('sizes in %s are in its own script', (locale) => {
  const scriptOf = (text: string): string =>
    /\p{Script=Latin}/u.test(text) ? 'Latin' : /\p{L}/u.test(text) ? 'other' : 'none'
  const language = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? ''
  expect(scriptOf(formatBytes(locale, 25))).toBe(scriptOf(language))
})

test('a rate, a time and a share in the words of the language', () => {
  expect(formatByteRate('en-US', 12_300_000)).toBe('12 MB/s')
  expect(formatByteRate('de-DE', 1_250_000)).toBe('1,3 MB/s')
  expect(formatMilliseconds('en-US', 41.6)).toBe('42 ms')
  expect(formatPercentage('fr-FR', 0.374).replaceAll(/\s/gu, ' ')).toBe('37 %')
  expect(formatSignedPercentage('en-US', 0.1)).toBe('+10%')
  expect(formatFactor('de-DE', 1.25)).toBe('1,25×')
  expect(formatClock('en-US', 3725.9)).toBe('62:05')
})

test.each([
  [500, '500'],
  [2048, '2K'],
  [4096, '4K'],
  [16_385, '16K'],
  [32_768, '32K'],
  [128_000, '128K'],
  [131_072, '128K'],
  [200_000, '200K'],
  [262_144, '256K'],
  [400_000, '400K'],
  [1_000_000, '1M'],
  [1_047_576, '1M'],
  [1_048_576, '1M'],
  [1_050_000, '1.05M'],
  [2_000_000, '2M'],
  [2_097_152, '2M'],
  [10_000_000, '10M'],
])('a window of %d tokens is %s', (tokens, text) => {
  expect(formatTokens('en-US', tokens)).toBe(text)
  expect(formatTokens('zh-CN', tokens)).toBe(text)
})

test.each(locales)('in %s there is one kind of digits, and one calendar', (locale) => {
  const texts = [
    formatNumber(locale, 1_234_567.5),
    formatBytes(locale, 1234),
    formatByteRate(locale, 25),
    formatClock(locale, 754),
    formatDateTime(locale, Date.UTC(2026, 10, 21, 12)),
    formatDay(locale, '2026-11-21'),
    formatDollars(locale, 0.15),
    formatMilliseconds(locale, 12),
    formatPercentage(locale, 0.5),
    formatSeconds(locale, 1.5),
    formatTokens(locale, 131_072),
  ]
  for (const text of texts) expect(text).toMatch(/^[^\p{Nd}]*[0-9][\s\S]*$/u)
  for (const text of texts) expect(text).not.toMatch(/(?![0-9])\p{Nd}/u)
  expect(formatDay(locale, '2026-11-21')).toContain('2026')
})

test('a time from now', () => {
  expect(formatSecondsAhead('en-US', 5)).toBe('in 5 seconds')
  expect(formatSecondsAhead('en-US', 296)).toBe('in 5 minutes')
  expect(formatSecondsAhead('ar-SA', 5)).toContain('5')
})
