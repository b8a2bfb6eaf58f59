import { expect, test } from 'vitest'
import { pollDelay } from '../../src/main/pollDelay.ts'

test('the delay is first the same, then grows up to a limit, and is the longest for old work', () => {
  const minutes = (count: number): number => count * 60_000
  expect(pollDelay(0, 0)).toBe(5000)
  expect(pollDelay(minutes(2) - 1, 5000)).toBe(5000)
  expect(pollDelay(minutes(2), 5000)).toBe(7500)
  // After a restart there was no delay before.
  expect(pollDelay(minutes(2), 0)).toBe(7500)
  expect(pollDelay(minutes(10), minutes(1))).toBe(minutes(1))
  expect(pollDelay(minutes(60), minutes(1))).toBe(minutes(5))
})
