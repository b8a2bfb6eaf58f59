import type { CallToolResult } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { readResult } from '../../../src/main/mcp/readResult.ts'

const text = (value: string) => ({ type: 'text' as const, text: value })
const image = { type: 'image' as const, mimeType: 'image/png', data: 'AAAA' }

/** Returns the texts that a model gets of a result. */
function textsOf(result: Partial<CallToolResult>): string[] {
  const { parts } = readResult(result as CallToolResult, 'plugin')
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
}

test.each([
  ['an empty text', [text('')]],
  ['white space', [text(' \n'), text('\t')]],
  ['no content', []],
  ['a missing content', undefined],
  ['an image', [image]],
])('structured content beside %s reaches the model', (_name, content) => {
  const result = { ...(content && { content }), structuredContent: { answer: 42 } }
  expect(textsOf(result)).toEqual(['{"answer":42}'])
})

test('an image stays beside structured content', () => {
  const { parts } = readResult(
    { content: [image, text('')], structuredContent: { answer: 42 } },
    'plugin',
  )
  expect(parts.map(({ type }) => type)).toEqual(['file', 'text'])
})

test('structured content that a summary leaves out reaches the model beside it', () => {
  const content = [text('Found 2 results.')]
  const structuredContent = { results: [{ id: 17 }, { id: 18 }] }
  expect(textsOf({ content, structuredContent })).toEqual([
    'Found 2 results.',
    '{"results":[{"id":17},{"id":18}]}',
  ])
})

test.each<[string, string[], unknown]>([
  ['the same JSON', ['{"b": "x y", "a": [1, 2.5]}'], { a: [1, 2.5], b: 'x y' }],
  ['JSON with escapes', ['{"name": "Z\\u00fcrich\\nWest"}'], { name: 'Zürich\nWest' }],
  ['a wrapped value', ['Sunny, -5 °C'], { result: 'Sunny, -5 °C' }],
  ['a wrapped text that is JSON', ['{"key": "value"}'], { result: '{"key": "value"}' }],
  ['one text an item', ['{"id": 1}', '{"id": 2}'], { result: [{ id: 1 }, { id: 2 }] }],
  ['a table', ['| id | name |\n|--|--|\n| 7 | Ada |'], { rows: [{ id: 7, name: 'Ada' }] }],
  [
    'the same long JSON',
    [JSON.stringify({ a: 'word '.repeat(60_000), b: 1 }, null, 2)],
    { b: 1, a: 'word '.repeat(60_000) },
  ],
])('structured content is not sent twice beside %s', (_name, texts, data) => {
  const structuredContent = data as Record<string, unknown>
  expect(textsOf({ content: texts.map(text), structuredContent })).toEqual(texts)
})

test('empty data beside an empty text is told', () => {
  expect(textsOf({ content: [text('')], structuredContent: {} })).toEqual(['{}'])
})
