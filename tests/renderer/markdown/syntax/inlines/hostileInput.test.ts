import { expect, test } from 'vitest'
import { plainText } from '../../../../../src/renderer/markdown/syntax/inlines/plainText.ts'
import { readInlines } from './readInlines.ts'

const pieces = [
  ...[
    '[',
    ']',
    '![',
    '](',
    '[]( ',
    '[a](',
    '[a](<b',
    '[a](b "',
    '![[]()',
    '[a][',
    '[^',
    '[1]',
    '[[a]]',
  ],
  ...['*a ', '**', '*_', '_a__b', '*a **b ', '~a ~~b ', '*a*b', 'a**b', '***', '_*a'],
  ...[
    '`',
    '`` ',
    '` `` ``` ',
    '<',
    '<a b=',
    '<a b="',
    '<!--',
    '<!A',
    '<?',
    '<![CDATA[',
    '<https://a',
  ],
  ...['&', '&#', '&amp', '$', '$a ', '$$', '$1_', '\\', '\\(', '\\(a', '\\[', '!', '  \n', ' '],
  ...['www.', 'a@', 'a@b.', 'http://', 'http://a(', 'http://a&b;', 'a.', '((((', '字', '\ud800'],
]

/** Backticks in runs of every length. */
const runs = Array.from({ length: 300 }, (_, index) => '`'.repeat(index + 1)).join(' ')
const spaces = ' '.repeat(50_000)
const texts = [
  ...pieces.map((piece) => piece.repeat(Math.ceil(50_000 / piece.length))),
  ...[
    runs,
    `${'\\(a'.repeat(16_000)}\\)`,
    `a${spaces}b\nc`,
    `${'['.repeat(25_000)}${']'.repeat(25_000)}`,
  ],
  ...[`${'*a '.repeat(8000)}${'a* '.repeat(8000)}`, `[a](b "${'x'.repeat(50_000)}`],
]

/** Work quadratic in these would take minutes, and recursion would overflow. */
test.each(texts.map((text) => [text.slice(0, 12), text]))('%j and so on', (_, text) => {
  for (const growing of [false, true]) {
    expect(plainText(readInlines(text, growing)).length).toBeLessThanOrEqual(text.length)
  }
})
