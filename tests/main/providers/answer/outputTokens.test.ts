import { expect, test } from 'vitest'
import { outputTokensOf } from '../../../../src/main/providers/answer/outputTokens.ts'

test.each([
  ['holds the thoughts', { input: 10, output: 50, reasoning: 40, total: 60 }, 50],
  ['leaves the thoughts out', { input: 12, output: 2, reasoning: 310, total: 324 }, 312],
  ['leaves them out of few', { input: 12, output: 20, reasoning: 4, total: 36 }, 24],
  ['holds more than it adds up', { input: 10, output: 50, reasoning: 40, total: 55 }, 50],
  [
    'has no total, and fewer than were thought',
    { input: 1, output: 2, reasoning: 9, total: null },
    11,
  ],
  ['has no total', { input: 1, output: 9, reasoning: 2, total: undefined }, 9],
  ['knows no thoughts', { input: 1, output: 9, reasoning: null, total: 10 }, 9],
  ['says nothing', { input: null, output: null, reasoning: null, total: null }, 0],
])('a count that %s', (_name, counts, expected) => {
  expect(outputTokensOf(counts)).toBe(expected)
})
