import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRetryStrategy } from '../../../../src/main/providers/bedrock/retries.ts'
import {
  createRetryQuota,
  createRetryQuotas,
  type RetryQuota,
} from '../../../../src/main/providers/bedrock/retryQuota.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

/** Takes all retries of throttled requests that a quota has left, and returns their number. */
function drain(quota: RetryQuota): number {
  for (let retries = 0; ; retries += 1) if (quota.take(true) === null) return retries
}

describe('the waits', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    vi.spyOn(Math, 'random').mockReturnValue(0.999_999)
  })

  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  type Strategy = Awaited<ReturnType<typeof createRetryStrategy>>
  type ErrorType = 'TRANSIENT' | 'THROTTLING'

  /** Returns the wait before each retry of one request, until there is none. */
  async function waitsOf(strategy: Strategy, errorType: ErrorType, retryAfterHint?: Date) {
    const waits: number[] = []
    let token = await strategy.acquireInitialRetryToken('')
    for (;;) {
      const start = Date.now()
      const information = { errorType, ...(retryAfterHint && { retryAfterHint }) }
      const next = strategy.refreshRetryTokenForRetry(token, information).catch(() => undefined)
      await vi.runAllTimersAsync()
      const renewed = await next
      if (!renewed) return waits
      token = renewed
      waits.push(Date.now() - start)
    }
  }

  const open = (maxAttempts: number, lastKey = true) =>
    createRetryStrategy({ maxAttempts, lastKey, quota: createRetryQuota() })

  test('begin with 50 ms, or with a second where the service is throttling', async () => {
    expect(await waitsOf(await open(3), 'TRANSIENT')).toEqual([49, 99])
    expect(await waitsOf(await open(3), 'THROTTLING')).toEqual([999, 1999])
  })

  test('double up to 20 seconds', async () => {
    const waits = await waitsOf(await open(8), 'THROTTLING')
    expect(waits).toEqual([999, 1999, 3999, 7999, 15_999, 19_999, 19_999])
  })

  test('become longer by at most 5 seconds where the service says how long', async () => {
    const hint = new Date(Date.now() + 60_000)
    expect(await waitsOf(await open(2), 'THROTTLING', hint)).toEqual([5999])
  })

  test('end with the quota of 500, at 14 for each', async () => {
    const strategy = await open(3)
    let retries = 0
    for (let requests = 0; requests < 30; requests += 1) {
      retries += (await waitsOf(strategy, 'TRANSIENT')).length
    }
    expect(retries).toBe(Math.floor(500 / 14))
  })

  test('end for all clients with the quota that they share', async () => {
    const quota = createRetryQuota()
    const clients = await Promise.all(
      [1, 2].map(() => createRetryStrategy({ maxAttempts: 3, lastKey: true, quota })),
    )
    let retries = 0
    for (let requests = 0; requests < 30; requests += 1) {
      retries += (await waitsOf(clients[requests % 2]!, 'TRANSIENT')).length
    }
    expect(retries).toBe(Math.floor(500 / 14))
  })

  test('take nothing where there is no retry', async () => {
    const quota = createRetryQuota()
    const strategy = await createRetryStrategy({ maxAttempts: 1, lastKey: true, quota })
    expect(await waitsOf(strategy, 'THROTTLING')).toEqual([])
    expect(drain(quota)).toBe(500 / 5)
  })

  test('return to the quota what they took once their request succeeds', async () => {
    const quota = createRetryQuota()
    const strategy = await createRetryStrategy({ maxAttempts: 3, lastKey: true, quota })
    const first = await strategy.acquireInitialRetryToken('')
    const retried = strategy.refreshRetryTokenForRetry(first, { errorType: 'THROTTLING' })
    await vi.runAllTimersAsync()
    expect(drain(quota)).toBe(500 / 5 - 1)
    strategy.recordSuccess(await retried)
    expect(drain(quota)).toBe(1)
    for (let requests = 0; requests < 5; requests += 1) strategy.recordSuccess(first)
    expect(drain(quota)).toBe(1)
  })

  test('are none for throttling where another key can be tried', async () => {
    const strategy = await open(3, false)
    expect(await waitsOf(strategy, 'THROTTLING')).toEqual([])
    expect(await waitsOf(strategy, 'TRANSIENT')).toHaveLength(2)
  })
})

describe('a request', () => {
  let fake: FakeBedrock

  beforeEach(async () => {
    fake = await startFakeBedrock()
  })

  afterEach(() => fake.close())

  const failing = { kind: 'exception', status: 500, type: 'InternalServerException' } as const
  const throttling = { kind: 'exception', status: 429, type: 'ThrottlingException' } as const

  test('is sent three times at most', async () => {
    fake.behave({ ...failing, message: 'It broke.' })
    const { error } = await collect(openBedrock(fake.origin, { maxRetries: 2 }))
    expect(error?.code).toBe('serverError')
    expect(fake.asked()).toHaveLength(3)
  })

  test('that succeeds in the end is one reply', async () => {
    fake.behave((_request, count) =>
      count < 3 ? { ...failing, message: 'It broke.' } : { kind: 'answer', text: 'There.' },
    )
    const reply = await collect(openBedrock(fake.origin, { maxRetries: 2 }))
    expect([reply.text, reply.error]).toEqual(['There.', undefined])
  })

  test('is tried again after a page of a proxy', async () => {
    fake.behave((_request, count) =>
      count === 1
        ? { kind: 'page', status: 502, body: '<h1>Bad Gateway</h1>' }
        : { kind: 'answer', text: 'There.' },
    )
    const reply = await collect(openBedrock(fake.origin, { maxRetries: 1 }))
    expect(reply.text).toBe('There.')
  })

  test('takes its retries from the quota of its service, and returns them', async () => {
    const retryQuotas = createRetryQuotas()
    const quota = retryQuotas.at(fake.origin)
    fake.behave((_request, count) =>
      count < 3 ? { ...failing, message: 'It broke.' } : { kind: 'answer', text: 'There.' },
    )
    while (quota.take(false) !== null);
    // 500 - 35 * 14 = 10, and 18 more: two retries.
    for (let requests = 0; requests < 18; requests += 1) quota.giveBack()
    const provider = openBedrock(fake.origin, { maxRetries: 2, retryQuotas })
    expect((await collect(provider)).text).toBe('There.')
    // Its last retry took the rest, which the answer returns, as AWS’s clients do.
    expect([quota.take(false), quota.take(true)]).toEqual([14, null])
  })

  test('is sent once when the quota is used up, whichever client used it', async () => {
    const retryQuotas = createRetryQuotas()
    drain(retryQuotas.at(fake.origin))
    fake.behave({ ...failing, message: 'It broke.' })
    const provider = openBedrock(fake.origin, { maxRetries: 2, retryQuotas })
    expect((await collect(provider)).error?.code).toBe('serverError')
    fake.list({ status: 500, type: 'InternalServerException', message: 'It broke.' })
    const { signal } = new AbortController()
    await expect(provider.models(signal)).rejects.toMatchObject({ code: 'serverError' })
    await expect(provider.embed?.('amazon.titan-embed-text-v2:0', ['a'], signal)).rejects.toThrow()
    expect(fake.requests).toHaveLength(3)
  })

  test('that is throttled is left to the next key at once', async () => {
    fake.behave({ ...throttling, message: 'Slow down.' })
    const provider = openBedrock(fake.origin, { maxRetries: 2, lastKey: false })
    expect((await collect(provider)).error?.code).toBe('rateLimited')
    expect(fake.asked()).toHaveLength(1)
  })
})
