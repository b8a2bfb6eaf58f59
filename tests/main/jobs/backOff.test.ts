import { expect, test } from 'vitest'
import {
  backOff,
  maxBackOffMilliseconds,
  mayPass,
  pauseLeft,
} from '../../../src/main/jobs/backOff.ts'
import { AppError } from '../../../src/shared/errors.ts'

const failure = new AppError('connectionFailed', 'Nobody there')

test('waits grow from a second to five minutes, and a service that names its own has it', () => {
  const waits = [1, 2, 3, 12, 2000].map((failures) => backOff(failures, failure))
  for (const [index, most] of [1000, 2000, 4000, 300_000, 300_000].entries()) {
    expect(waits[index]).toBeLessThanOrEqual(most)
    expect(waits[index]).toBeGreaterThanOrEqual(most * 0.75)
  }
  const asking = new AppError('rateLimited', 'Slower', { retryAfterSeconds: 90 })
  expect(backOff(1, asking)).toBe(90_000)
})

test('what only the user can mend is not tried again, nor what asks for hours', () => {
  expect(mayPass(failure)).toBe(true)
  expect(mayPass(new AppError('keyRefused', 'No'))).toBe(false)
  expect(mayPass(new AppError('diskFull', 'No room'))).toBe(false)
  expect(mayPass(new AppError('serverError', 'No', { shouldRetry: false }))).toBe(false)
  expect(mayPass(new AppError('rateLimited', 'No', { retryAfterSeconds: 7200 }))).toBe(false)
})

test('a pause is no longer than an hour, wherever the clock has been set to', () => {
  const now = Date.now()
  expect(pauseLeft(now + 5000, now)).toBe(5000)
  expect(pauseLeft(now - 5000, now)).toBe(0)
  expect(pauseLeft(now + 40 * 86_400_000, now)).toBe(3_600_000)
  expect(maxBackOffMilliseconds).toBeLessThan(3_600_000)
})
