import { expect, test } from 'vitest'
import { visibleText } from '../../../src/renderer/ui/visibleText.ts'

test.each([
  ['a bidirectional override', 'a\u202Eb', 'a⟨U+202E⟩b'],
  ['an isolate', '\u2067x\u2069', '⟨U+2067⟩x⟨U+2069⟩'],
  ['a mark of direction', 'a\u200Fb', 'a⟨U+200F⟩b'],
  ['characters of no width', 'a\u200B\u200B\u200Bb', 'a⟨U+200B ×3⟩b'],
  ['a control', 'rm\u0008\u001B[2K', 'rm⟨U+0008, U+001B⟩[2K'],
  ['a carriage return, which overwrites a line', 'safe\revil', 'safe⟨U+000D⟩evil'],
  ['tags, which spell a hidden text', 'a\u{E0072}\u{E006D}', 'a⟨U+E0072, U+E006D⟩'],
  ['selectors after no emoji', 'a\uFE0F\u{E0100}', 'a⟨U+FE0F, U+E0100⟩'],
  ['fillers', '\u3164\u115F\u2800', '⟨U+3164, U+115F, U+2800⟩'],
  ['a joiner between Latin letters', 'a\u200Db', 'a⟨U+200D⟩b'],
  ['half a character', 'a\uD83Db', 'a⟨U+D83D⟩b'],
  ['a line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
  ['a private character', 'a\uE000b', 'a⟨U+E000⟩b'],
])('%s is shown', (_name, text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test.each([
  ['lines and tabs', 'a\n\tb\n\n\nc\r\nd'],
  ['emoji', '👩‍👩‍👧 ❤️ 🏳️‍🌈 1️⃣ 🇩🇪'],
  ['words of scripts that join', 'می‌خواهم क्‍ष'],
  ['right to left', 'שלום עולם'],
])('%s stay as they are', (_name, text) => {
  expect(visibleText(text)).toBe(text)
})

test.each([
  ['many blanks', `a${' '.repeat(500)}b`, 'a⟨U+0020 ×500⟩\nb'],
  ['many lines', `a${'\n'.repeat(400)}b`, 'a⟨U+000A ×400⟩\nb'],
  ['both', `a${' \n'.repeat(200)}b`, 'a⟨U+0020 ×200, U+000A ×200⟩\nb'],
])('a gap of %s is counted, so that nothing is pushed out of sight', (_name, text, shown) => {
  expect(visibleText(text)).toBe(shown)
})

test('a million hidden characters are shown as well', () => {
  expect(visibleText('a\u202E'.repeat(500_000))).toHaveLength(500_000 * 'a⟨U+202E⟩'.length)
  expect(visibleText('\u0301\u200D'.repeat(500_000))).toContain('⟨U+200D⟩')
})
