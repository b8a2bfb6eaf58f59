import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { collect } from '../collect.ts'
import { skipPauses } from '../skipPauses.ts'
import { openService } from './openService.ts'

let fake: FakeOpenAi
let waits: number[]

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await fake.close()
})

function refuse(status: number, headers: Record<string, string> = {}): void {
  waits = skipPauses()
  fake.behave({ kind: 'status', status, body: { error: { message: 'Not now' } }, headers })
}

test.each([408, 409, 429, 500, 502, 503, 504])('asks twice again after %i', async (status) => {
  refuse(status)
  expect((await collect(openService(fake.baseUrl))).error?.details.status).toBe(status)
  expect(fake.requests).toHaveLength(3)
})

test.each([400, 401, 403, 404, 422])('asks once where the answer is %i', async (status) => {
  refuse(status)
  await collect(openService(fake.baseUrl))
  expect(fake.requests).toHaveLength(1)
})

test('waits half a second, then ever longer up to eight, and up to a quarter less', async () => {
  refuse(500)
  await collect(openService(fake.baseUrl, { maxRetries: 6 }))
  const longest = [500, 1000, 2000, 4000, 8000, 8000]
  expect(waits).toHaveLength(longest.length)
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeLessThanOrEqual(longest[index] ?? 0)
    expect(wait).toBeGreaterThanOrEqual((longest[index] ?? 0) * 0.75)
  }
})

test('waits as long as the service asks for, but no longer than a minute', async () => {
  refuse(429, { 'retry-after': '40' })
  await collect(openService(fake.baseUrl))
  expect(waits).toEqual([40_000, 40_000])
  fake.behave({ kind: 'status', status: 429, body: {}, headers: { 'retry-after': '61' } })
  const { error } = await collect(openService(fake.baseUrl))
  expect(error).toMatchObject({ code: 'rateLimited', details: { retryAfterSeconds: 61 } })
  expect(fake.requests).toHaveLength(4)
})

test('does not wait where another key is at hand', async () => {
  refuse(429)
  await collect(openService(fake.baseUrl, { lastKey: false }))
  expect(fake.requests).toHaveLength(1)
})

test('gives up on headers after ten minutes, and not before', async () => {
  // The packages load before time stands still.
  await collect(openService(fake.baseUrl))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fake.behave({ kind: 'hang' })
  let ended = false
  const reply = collect(openService(fake.baseUrl, { maxRetries: 0 })).finally(() => (ended = true))
  await vi.waitUntil(() => fake.requests.length === 2)
  await vi.advanceTimersByTimeAsync(599_000)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect((await reply).error?.code).toBe('timeout')
})
