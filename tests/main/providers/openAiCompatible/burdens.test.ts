import { expect, test } from 'vitest'
import { createToolCallReader } from '../../../../src/main/providers/openAiCompatible/toolCallReader.ts'
import { createThinkTagReader } from '../../../../src/main/providers/openAiCompatible/thinkTagReader.ts'
import { createWebCitations } from '../../../../src/main/providers/openAiCompatible/webCitations.ts'
import { createReasoningDetails } from '../../../../src/main/providers/openAiCompatible/reasoningDetails.ts'
import { chunkSchema } from '../../../../src/main/providers/openAiCompatible/chunk.ts'

// A cost that grows with each piece would exceed any test's time limit.
const many = 100_000

const piece = (fields: object) => ({ index: 0, id: null, function: null, custom: null, ...fields })
const called = (name: string, given: string) => ({ function: { name, arguments: given } })

test('arguments of 10 MB in small pieces are told as they come', () => {
  const reader = createToolCallReader()
  const text = '}'.repeat(100)
  let told = 0
  for (let index = 0; index < many; index += 1) {
    for (const event of reader.push([piece(called('clock', `"${text}"`))])) {
      if (event.type === 'toolCall') told += event.arguments.length
    }
  }
  expect(told).toBe(many * 102)
})

test('calls without number are told apart', () => {
  const reader = createToolCallReader()
  const deltas = Array.from({ length: many }, (_, index) =>
    piece({ index, id: `c${String(index)}`, ...called('clock', '{}') }),
  )
  expect(reader.push(deltas)).toHaveLength(many)
})

test('a name that never ends is refused', () => {
  const reader = createToolCallReader()
  const name = 'x'.repeat(1_000_000)
  const grow = () => {
    for (let index = 0; index < 100; index += 1) {
      reader.push([piece(called(`${name}${String(index)}`, ''))])
    }
  }
  expect(grow).toThrow(expect.objectContaining({ code: 'malformedAnswer' }))
})

test.each(['', '<think>'])('white space without end after %j is given', (begin) => {
  const tags = createThinkTagReader()
  let length = 0
  const count = (deltas: ReturnType<typeof tags.push>) => {
    for (const delta of deltas) if (delta.type !== 'textWasReasoning') length += delta.text.length
  }
  count(tags.push(`${begin}${begin === '' ? '' : 'Hm'}`))
  for (let index = 0; index < many; index += 1) count(tags.push(' '))
  expect(length).toBeGreaterThan(many / 2)
})

test('a list of sources beside a list of pages is read once', () => {
  const urls = Array.from({ length: many }, (_, index) => `https://s${String(index)}.example/`)
  const chunk = chunkSchema.parse({
    citations: urls,
    search_results: urls.toReversed().map((url) => ({ url, title: `Title of ${url}` })),
  })
  const events = createWebCitations()(chunk, null)
  expect(events).toHaveLength(many)
  expect(events[0]).toMatchObject({ citation: { number: 1, title: `Title of ${urls[0] ?? ''}` } })
})

test('details of thoughts without end are refused', () => {
  const details = createReasoningDetails()
  const text = 'x'.repeat(1_000_000)
  const grow = () => {
    for (let index = 0; index < 100; index += 1) {
      details.push([{ type: 'reasoning.text', text, index: 0 }])
    }
  }
  expect(grow).toThrow(expect.objectContaining({ code: 'malformedAnswer' }))
})
