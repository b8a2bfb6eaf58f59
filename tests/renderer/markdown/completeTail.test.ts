import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeTail, cutAtGrapheme } from '../../../src/renderer/markdown/completeTail.ts'

test.each([
  ['some **bold', 'some **bold**'],
  ['some *slanted', 'some *slanted*'],
  ['some `code', 'some `code`'],
  ['a [link](https://exam', 'a link'],
  ['a [lin', 'a lin'],
])('%j is completed', (raw, completed) => {
  expect(completeTail(raw)).toBe(completed)
})

test('what is whole stays as it is', () => {
  const whole = 'A **bold** word, `code` and a [link](https://example.org).'
  expect(completeTail(whole)).toBe(whole)
})

test('a text that is cut anywhere ends with whole characters', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const characters = fc.array(
    fc.constantFrom('a', ' ', 'é', 'e\u0301', '👩‍👩‍👧', '🇩🇪', '한', 'नि', '👍🏽'),
  )
  fc.assert(
    fc.property(characters, fc.nat(), (parts, place) => {
      const text = parts.join('')
      const shown = cutAtGrapheme(text.slice(0, place % (text.length + 1)))
      const starts = Array.from(segmenter.segment(text), ({ index }) => index)
      const ascii = shown === '' || shown.charCodeAt(shown.length - 1) < 0x80
      expect(ascii || [...starts, text.length].includes(shown.length)).toBe(true)
    }),
  )
})
