import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainText } from '../../../../../src/renderer/markdown/syntax/inlines/plainText.ts'
import { read, readGrowing, readInlines } from './readInlines.ts'

describe('what is half-written', () => {
  test.each([
    ['some **bold', 'some <strong>bold</strong>'],
    ['some **bold*', 'some <strong>bold</strong>'],
    ['some ***both', 'some <em><strong>both</strong></em>'],
    ['some *slanted and **bold', 'some <em>slanted and <strong>bold</strong></em>'],
    ['some _slanted', 'some <em>slanted</em>'],
    ['~~gone', '<del>gone</del>'],
    ['some `co*de', 'some <code>co*de</code>'],
    ['`` co`de`', '<code>co`de</code>'],
    ['这是**重点', '这是<strong>重点</strong>'],
    ['a [link](https://exam', 'a link'],
    ['a [link](https://exam_(b) "ti', 'a link'],
    ['a [lin', 'a lin'],
    ['a [**lin', 'a <strong>lin</strong>'],
    ['[there][ho', 'there'],
  ])('%j is completed', (text, html) => {
    expect(readGrowing(text)).toBe(html)
  })

  test.each(['**', '`', '``', '[', '![', '~~', '<', '$', '$$', '\\', '&am', '&#3', '**[', '**`'])(
    '%j is hidden',
    (marks) => {
      expect(readGrowing(`a ${marks}`).trimEnd()).toBe('a')
    },
  )

  test.each([
    '![alte',
    '![alter](/u',
    '![**a',
    '<span class="a b c d',
    '<http://ex',
    '<!-- note',
    '[^not',
    '[1',
    '!',
    '$e^{i',
    '$x',
    '$a + b',
    '\\(a',
    '\\[ a\nb',
    '$$x',
  ])('%j is hidden', (half) => {
    expect(readGrowing(`so ${half}`).trimEnd()).toBe('so')
  })

  test.each([
    ['that is it!', 'that is it!'],
    ['that is it![', 'that is it!'],
    ['so it is![1', 'so it is!'],
  ])('%j keeps the end of the sentence', (text, shown) => {
    expect(readGrowing(text)).toBe(shown)
  })
})

describe('what only looks half-written', () => {
  test.each([
    'snake_case and 2 * 3 or 2*3 or x**2 here',
    'it costs $5',
    'it costs $5/month for all',
    'use $PATH_TO_FILE or',
    'between ~5 and 6',
    '`List<String` is half of a type',
    '`a [b` is code',
    'is a <b and c or d',
    'a [b](c d',
    'R&D is what',
  ])('%j stays', (text) => {
    expect(readGrowing(text)).toBe(read(text))
  })

  test('a formula that goes on too long is shown', () => {
    const text = `\\(a ${'b '.repeat(150)}`
    expect(readGrowing(text)).toBe(read(text))
  })
})

test('what is whole stays as it is', () => {
  const whole = 'A **bold** word, *it*, `code`, ~~gone~~, $x^2$ and a [link](https://example.org).'
  expect(readGrowing(whole)).toBe(read(whole))
})

/** Well-formed texts without any character that could be a mark. */
const word = fc.constantFrom('word', 'and', '字', 'é', 'a sentence.', 'Oh!', 'x')
const leaf = fc.oneof(
  word,
  fc.constantFrom(
    '`code`',
    '$x^2$',
    '\\(y\\)',
    '[1]',
    '[^note]',
    '&amp;',
    '<br>',
    '![alt](/u "t")',
  ),
  fc.constantFrom('https://a.org/b', '<https://a.org>', 'me@a.org'),
)
const marked = (content: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    content.map((text) => `**${text}**`),
    content.map((text) => `*${text}*`),
    content.map((text) => `~~${text}~~`),
  )
const words = fc.array(fc.oneof(word, marked(word)), { minLength: 1, maxLength: 4 })
const nested = fc.tuple(word, word).map(([a, b]) => `**${a} *${b}* ~~${a}~~ ${b}**`)
const link = words.map((texts) => `[${texts.join(' ')}](https://a.org/(b) "title")`)
const sentence = fc
  .array(fc.oneof(leaf, marked(word), nested, link), { maxLength: 6 })
  .map((parts) => parts.join(' '))

test('no mark is ever shown while a text grows', () => {
  fc.assert(
    fc.property(sentence, (text) => {
      for (let length = 0; length <= text.length; length += 1) {
        const shown = plainText(readInlines(text.slice(0, length), true).filter(isNotTex))
        expect(shown, text.slice(0, length)).not.toMatch(/[*~`[\]<$\\]|\]\(/)
      }
    }),
    { numRuns: 300 },
  )
})

function isNotTex({ type }: { type: string }): boolean {
  return type !== 'math'
}

test('a text that grows settles to what it is', () => {
  fc.assert(
    fc.property(sentence, (text) => {
      expect(readGrowing(`${text} end`)).toBe(read(`${text} end`))
    }),
  )
})
