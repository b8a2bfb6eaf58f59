import { expect, test } from 'vitest'
import { editDistance } from '../../src/shared/editDistance.ts'

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['parley', 'parley', 0],
  ['parley', 'barley', 1],
  ['openai', 'opena', 1],
  ['groq', 'grok', 1],
  ['form', 'from', 1],
  ['kitten', 'sitting', 3],
])('from %j to %j it takes %i changes', (from, to, changes) => {
  expect(editDistance(from, to)).toBe(changes)
  expect(editDistance(to, from)).toBe(changes)
})
