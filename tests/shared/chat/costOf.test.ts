import { expect, test } from 'vitest'
import { formatCost } from '../../../src/renderer/core/formatCost.ts'
import { costOf, hasKnownCost } from '../../../src/shared/chat/costOf.ts'

const price = { input: 3, output: 15 }

test('input and output have their own prices', () => {
  expect(costOf({ inputTokens: 1_000_000, outputTokens: 100_000 }, price)).toBeCloseTo(4.5)
})

test('what came from a cache is part of the input, and cheaper where its price is known', () => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 600_000 }
  expect(costOf(usage, { ...price, cachedInput: 0.3 })).toBeCloseTo(1.38)
  expect(costOf(usage, price)).toBeCloseTo(3)
})

test('more from the cache than was read can not make an answer cheaper than nothing', () => {
  const usage = { inputTokens: 10, outputTokens: 0, cachedTokens: 1000 }
  expect(costOf(usage, { ...price, cachedInput: 0 })).toBe(0)
})

test('sound has its own price, and without one the cost is unknown', () => {
  const usage = {
    inputTokens: 1_000_000,
    outputTokens: 300_000,
    cachedTokens: 500_000,
    audioInputTokens: 600_000,
    cachedAudioTokens: 200_000,
    audioOutputTokens: 200_000,
  }
  const spoken = { input: 4, cachedInput: 0.4, output: 24 }
  const audio = { input: 32, cachedInput: 0.4, output: 64 }
  // Text: 0.1 × 4 + 0.3 × 0.4 + 0.1 × 24; sound: 0.4 × 32 + 0.2 × 0.4 + 0.2 × 64.
  expect(costOf(usage, { ...spoken, audio })).toBeCloseTo(2.92 + 25.68)
  expect(hasKnownCost(usage, { ...spoken, audio })).toBe(true)
  expect(hasKnownCost(usage, spoken)).toBe(false)
})

test.each([
  ['en-US', 0.0012345, '$0.0012'],
  ['en-US', 0, '$0.00'],
  ['en-US', 0.5, '$0.50'],
  ['en-US', 12.345, '$12.35'],
  ['de-DE', 0.0012345, '0,0012\u00a0$'],
])('in %s %d is written as %s', (language, dollars, text) => {
  expect(formatCost(language, dollars)).toBe(text)
})
