import { expect, test } from 'vitest'
import { maxTitleLength } from '../../../../src/shared/limits.ts'
import { titleFromText } from '../../../../src/main/chat/history/firstWords.ts'

test.each([
  ['Hello there', 'Hello there'],
  ['  one\n\ntwo\tthree  ', 'one two three'],
  ['# A heading\n\ntext', 'A heading text'],
  ['**Bold** and `code` and [a link](https://example.org/x)', 'Bold and code and a link'],
  ['- first\n- second', 'first second'],
  ['2 * 3 * 4 = ?', '2 * 3 * 4 = ?'],
  ['snake_case_name __init__', 'snake_case_name init'],
  ['```ts\nconst x = 1\n```', 'const x = 1'],
  ['```', '```'],
  [' \n ', ''],
  ['evil \u202etxt.exe\u202c name', 'evil txt.exe name'],
  ['a\0b\u0007c', 'a b c'],
])('%j becomes %j', (text, title) => {
  expect(titleFromText(text)).toBe(title)
})

test('ends with a whole word, in 60 characters', () => {
  const title = titleFromText(
    'Please explain to me how the tides work, and why the moon matters so',
  )
  expect(title).toBe('Please explain to me how the tides work, and why the moon…')
})

test('counts what a person calls a character, and never cuts one', () => {
  const flag = '🇺🇦'
  expect(titleFromText(flag.repeat(70))).toBe(`${flag.repeat(49)}…`)
  expect(titleFromText('语'.repeat(100)).length).toBeLessThanOrEqual(60)
  expect(titleFromText('x'.repeat(100))).toBe(`${'x'.repeat(59)}…`)
})

test('keeps to a title’s bounds, whatever the text', () => {
  const texts = [
    '👩‍👩‍👧‍👦'.repeat(100),
    `e${'\u0301'.repeat(500)}`,
    '🎉'.repeat(1001),
    'x'.repeat(2_000_000),
  ]
  for (const text of texts) {
    const title = titleFromText(text)
    expect(title.length).toBeLessThanOrEqual(maxTitleLength)
    expect(title.isWellFormed()).toBe(true)
  }
})
