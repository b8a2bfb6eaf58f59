import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorBody, startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { collect } from '../collect.ts'
import { skipPauses } from '../skipPauses.ts'
import { openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic
let waits: number[]

beforeEach(async () => {
  fake = await startFakeAnthropic()
  waits = skipPauses()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await fake.close()
})

function refuse(status: number, headers: Record<string, string> = {}): void {
  fake.behave({ kind: 'status', status, body: errorBody('api_error', 'Not now'), headers })
}

test.each([408, 409, 429, 500, 502, 503, 529])('asks twice again after %i', async (status) => {
  refuse(status)
  expect((await collect(openAnthropic(fake.origin))).error?.details.status).toBe(status)
  expect(fake.requests).toHaveLength(3)
})

test.each([400, 401, 403, 404, 413, 422])('asks once where the answer is %i', async (status) => {
  refuse(status)
  await collect(openAnthropic(fake.origin))
  expect(fake.requests).toHaveLength(1)
})

test('waits half a second, then ever longer up to eight, and up to a quarter less', async () => {
  refuse(500)
  await collect(openAnthropic(fake.origin, { maxRetries: 6 }))
  const longest = [500, 1000, 2000, 4000, 8000, 8000]
  expect(waits).toHaveLength(longest.length)
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeLessThanOrEqual(longest[index] ?? 0)
    expect(wait).toBeGreaterThanOrEqual((longest[index] ?? 0) * 0.75)
  }
})

test('waits as long as the service asks for, but no longer than a minute', async () => {
  refuse(429, { 'retry-after': '40' })
  await collect(openAnthropic(fake.origin))
  expect(waits).toEqual([40_000, 40_000])
  refuse(429, { 'retry-after': '61' })
  const { error } = await collect(openAnthropic(fake.origin))
  expect(error?.details.retryAfterSeconds).toBe(61)
  expect(fake.requests).toHaveLength(4)
})

test('does not wait where another key is at hand', async () => {
  refuse(429)
  await collect(openAnthropic(fake.origin, { lastKey: false }))
  expect(fake.requests).toHaveLength(1)
})
