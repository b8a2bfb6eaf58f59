import { expect, test } from 'vitest'
import {
  markdownBlocks,
  markdownTitle,
} from '../../../../src/main/knowledge/reading/markdownBlocks.ts'

/** Returns the kind and the text of each block. */
const blocksOf = (text: string) =>
  markdownBlocks(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])

test.each([
  ['a longer fence', '```js\na\n`````'],
  ['a shorter fence', '````\na\n```\nb\n````'],
  ['a fence with words behind it', '```\na\n``` js\nb\n```'],
  ['tildes around backticks', '~~~\n```\n~~~'],
  ['the end of the text', '```\na\n\nb'],
])('code ends at its fence: %s', (_what, code) => {
  expect(blocksOf(code)).toEqual([['code', code]])
})

test('text after a fence is no code', () => {
  expect(blocksOf('```\na\n```\nAfter it')).toEqual([
    ['code', '```\na\n```'],
    ['paragraph', 'After it'],
  ])
})

test.each([
  ['---\ntitle: "From the data"\n---\n# Heading', 'From the data'],
  ['Words first\n\n# Heading\n', 'Heading'],
  ['## No title', null],
])('%j has the title %j', (text, title) => {
  expect(markdownTitle(text)).toBe(title)
})
