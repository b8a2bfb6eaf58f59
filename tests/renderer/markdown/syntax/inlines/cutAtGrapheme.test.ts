import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutAtGrapheme } from '../../../../../src/renderer/markdown/syntax/inlines/cutAtGrapheme.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

test('a text that is cut anywhere ends with whole characters', () => {
  const characters = fc.array(
    fc.constantFrom('a', ' ', 'é', 'e\u0301', '👩‍👩‍👧', '🇩🇪', '🇫🇷', '한', 'नि', '👍🏽', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(characters, fc.nat(), (parts, place) => {
      const text = parts.join('')
      const shown = cutAtGrapheme(text.slice(0, place % (text.length + 1)))
      const starts = Array.from(segmenter.segment(text), ({ index }) => index)
      const isAscii = shown === '' || shown.charCodeAt(shown.length - 1) < 0x80
      expect(isAscii || [...starts, text.length].includes(shown.length)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('in a long row of flags none is torn', () => {
  const flags = '🇩🇪'.repeat(20)
  expect(cutAtGrapheme(`${flags}🇫`)).toBe(flags)
})

test('Chinese lags one character at most', () => {
  expect(cutAtGrapheme('这是重点')).toBe('这是重')
  expect(cutAtGrapheme('这是重点.')).toBe('这是重点.')
})
