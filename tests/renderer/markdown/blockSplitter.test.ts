import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBlockSplitter } from '../../../src/renderer/markdown/blockSplitter.ts'
import type { SplitText } from '../../../src/renderer/markdown/blockSplitter.ts'
import { lexBlocks } from '../../../src/renderer/markdown/lexBlocks.ts'

const pieces = [
  ...[
    'a',
    'word ',
    'two words',
    '\n',
    '\n\n',
    '    ',
    '  ',
    '\t',
    '# ',
    '## ',
    '#',
    '---',
    '--',
    '=',
  ],
  ...['- ', '* ', '1. ', '10) ', '- [ ] ', '> ', '>', '|', '| a | b |\n|---|---|\n', '|-|', '\r\n'],
  ...[
    '```',
    '```js\n',
    '~~~',
    '````',
    '`',
    '`x`',
    '$$',
    '$$\n',
    '\\[',
    '\\]',
    '$x$',
    '**',
    '*',
    '_',
  ],
  ...['[a]: /url', '[foo]: /url\n', '"title', '"', '[^1]: note', '[a](b', ')', '<div>', '</div>'],
  ...['<!--', '-->', '<script>', '</script>', '<b', '\\', '👩‍👩‍👧', 'é', '{#id}', '+ ', '+'],
]
const markdown = fc
  .array(fc.constantFrom(...pieces), { maxLength: 40 })
  .map((list) => list.join(''))

function allBlocks({ groups, tail }: SplitText): unknown[] {
  return [...groups.flat(), ...tail]
}

test('blocks of a text that grows are those of the text lexed at once', () => {
  const cuts = fc.array(fc.nat({ max: 400 }), { maxLength: 30 })
  fc.assert(
    fc.property(markdown, cuts, (text, places) => {
      const split = createBlockSplitter()
      for (const place of places.toSorted((a, b) => a - b)) split(text.slice(0, place))
      const whole = text.replace(/\r\n?/g, '\n')
      expect(allBlocks(split(text))).toEqual(lexBlocks(whole).map(({ block }) => block))
    }),
    { numRuns: 3000 },
  )
})

test('blocks of a text that grows by one character at a time are those of the whole', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const split = createBlockSplitter()
      for (let length = 1; length <= text.length; length += 1) {
        const whole = text.slice(0, length).replace(/\r\n?/g, '\n')
        expect(allBlocks(split(text.slice(0, length)))).toEqual(
          lexBlocks(whole).map(({ block }) => block),
        )
      }
    }),
    { numRuns: 300 },
  )
})

test('another text than before starts afresh', () => {
  const split = createBlockSplitter()
  split('one\n\ntwo\n\nthree\n\nfour\n\nfive')
  expect(allBlocks(split('other'))).toEqual([{ type: 'markdown', raw: 'other' }])
})

test('settled blocks keep their identity while the text grows', () => {
  const split = createBlockSplitter()
  const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}.`).join('\n\n')
  const before = split(paragraphs)
  const after = split(`${paragraphs}\n\nMore`)
  expect(before.groups.length).toBe(2)
  expect(after.groups[0]).toBe(before.groups[0])
  expect(after.tail[0]).toBe(before.tail[0])
})

test('a growing text keeps the time for each step independent of its length', () => {
  const split = createBlockSplitter()
  let text = ''
  let longest = 0
  for (let index = 0; index < 2000; index += 1) {
    text += `Paragraph ${index} with *some* text.\n\n`
    longest = Math.max(longest, split(text).tail.length)
  }
  expect(longest).toBeLessThan(20)
  expect(split(text).groups.length).toBeGreaterThan(120)
})
