import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newConfig } from '../../../src/main/providers/configs/configs.ts'
import { createRetryQuota } from '../../../src/main/providers/bedrock/retryQuota.ts'
import { withoutSecretFields } from '../../../src/main/providers/keys/credentials.ts'
import { createAdapter } from '../../../src/main/providers/createAdapter.ts'
import type { Fetch } from '../../../src/main/providers/transport/transport.ts'
import { ask, collect } from './collect.ts'

const path = new URL('../../../../shared/data/provider-limits.json', import.meta.url)

const number = z.object({ value: z.number() })
const stainlessSchema = z.object({
  maxRetries: number,
  timeoutMs: number,
  backoffInitialSeconds: number,
  backoffFactor: number,
})
const limitsSchema = z.object({
  openai: stainlessSchema,
  anthropic: stainlessSchema,
  aws: z.object({
    maxAttempts: number,
    retryCapacity: number,
    throttlingDelayMs: number,
    baseDelayMs: number,
    backoffCapMs: number,
  }),
})

const keys = {
  openai: 'sk-fake-0123456789',
  anthropic: 'sk-ant-fake-0123456789',
  bedrock: 'AKIDEXAMPLE:secret',
}
type Service = keyof typeof keys

/** Times of the requests, in milliseconds of the fake clock. */
let times: number[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  times = []
})

afterEach(() => {
  vi.useRealTimers()
})

function answering(status: number, headers: Record<string, string> = {}): Fetch {
  return () => {
    times.push(Date.now())
    const body = JSON.stringify({ error: { message: 'No.', type: 'fake' }, message: 'No.' })
    const type = { 'content-type': 'application/json' }
    return Promise.resolve(new Response(body, { status, headers: { ...type, ...headers } }))
  }
}

/** Asks like the app, with all waits. */
async function failWith(service: Service, fetch: Fetch) {
  const config = newConfig({ presetId: service }, () => false)
  const key = keys[service]
  const provider = createAdapter(withoutSecretFields(config), {
    key,
    lastKey: true,
    fetch,
    redact: (text) => text,
  })
  let isDone = false
  const reply = collect(provider, ask('Hi', 'parley-large')).finally(() => (isDone = true))
  while (!isDone) await vi.advanceTimersByTimeAsync(50)
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  return { ...(await reply), waits }
}

describe.skipIf(!existsSync(path))('the limits of the providers', () => {
  const limits = existsSync(path)
    ? limitsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    : undefined

  describe.each(['openai', 'anthropic'] as const)('%s', (service) => {
    test.each([408, 409, 429, 500, 502, 503, 504])('%d is tried again', async (status) => {
      const known = limits?.[service]
      const { waits } = await failWith(service, answering(status))
      expect(waits).toHaveLength(known?.maxRetries.value ?? 0)
      for (const [index, wait] of waits.entries()) {
        const longest =
          (known?.backoffInitialSeconds.value ?? 0) *
          1000 *
          (known?.backoffFactor.value ?? 0) ** index
        expect(wait).toBeGreaterThanOrEqual(longest * 0.75)
        // The clock of this test advances by 50 ms.
        expect(wait).toBeLessThanOrEqual(longest + 100)
      }
    })

    test.each([400, 401, 403, 404, 422])('%d is not', async (status) => {
      await failWith(service, answering(status))
      expect(times).toHaveLength(1)
    })

    test('retry-after is waited for up to a minute', async () => {
      const { waits } = await failWith(service, answering(429, { 'retry-after': '60' }))
      for (const wait of waits) expect(Math.abs(wait - 60_000)).toBeLessThanOrEqual(100)
      expect(waits).toHaveLength(limits?.[service].maxRetries.value ?? 0)
      times = []
      const { error } = await failWith(service, answering(429, { 'retry-after': '61' }))
      expect(times).toHaveLength(1)
      expect(error?.details.retryAfterSeconds).toBe(61)
    })

    test('silence before the headers is waited out', async () => {
      const silent: Fetch = (_input, init) => {
        times.push(Date.now())
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        })
      }
      const config = newConfig({ presetId: service }, () => false)
      const given = { key: keys[service], lastKey: true, redact: (text: string) => text }
      const provider = createAdapter(withoutSecretFields(config), {
        ...given,
        fetch: silent,
        maxRetries: 0,
      })
      let endedAt = 0
      const reply = collect(provider, ask('Hi')).finally(() => (endedAt = Date.now()))
      while (endedAt === 0) await vi.advanceTimersByTimeAsync(5000)
      expect((await reply).error?.code).toBe('timeout')
      const waited = endedAt - (times[0] ?? 0)
      expect(Math.abs(waited - (limits?.[service].timeoutMs.value ?? 0))).toBeLessThanOrEqual(5000)
    })
  })

  test.each([429, 500, 503])('AWS: %d', async (status) => {
    const known = limits?.aws
    const type = status === 429 ? 'ThrottlingException' : 'InternalServerException'
    const { waits } = await failWith('bedrock', answering(status, { 'x-amzn-errortype': type }))
    expect(waits).toHaveLength((known?.maxAttempts.value ?? 0) - 1)
    const base = (status === 429 ? known?.throttlingDelayMs.value : known?.baseDelayMs.value) ?? 0
    for (const [index, wait] of waits.entries()) {
      const longest = Math.min(base * 2 ** index, known?.backoffCapMs.value ?? 0)
      expect(wait).toBeLessThanOrEqual(longest + 100)
    }
  })

  test('AWS: the quota of retries', async () => {
    const quota = createRetryQuota()
    let capacity = 0
    for (let cost = quota.take(true); cost !== null; cost = quota.take(true)) capacity += cost
    expect(capacity).toBe(limits?.aws.retryCapacity.value)
    const { MAXIMUM_RETRY_DELAY } = await import('@smithy/core/retry')
    expect(MAXIMUM_RETRY_DELAY).toBe(limits?.aws.backoffCapMs.value)
  })
})
