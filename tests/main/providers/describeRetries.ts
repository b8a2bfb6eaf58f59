import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Provider } from '../../../src/main/providers/provider.ts'
import type { FakeServer } from '../../fakes/fakeServer.ts'
import { collect } from './collect.ts'
import { skipPauses } from './skipPauses.ts'

interface Refusal {
  kind: 'status'
  status: number
  body: unknown
  headers: Record<string, string>
}

type Fake = FakeServer & { behave: (refusal: Refusal) => void }

interface Retrying<Started extends Fake> {
  start: () => Promise<Started>
  open: (fake: Started, options?: { maxRetries?: number; lastKey?: boolean }) => Provider
  /** The body of a refusal. */
  body: unknown
  retried: readonly number[]
  refused: readonly number[]
}

/** Tests when, how often and after which pauses an adapter asks again. */
export function describeRetries<Started extends Fake>(retrying: Retrying<Started>): void {
  const { start, open, body, retried, refused } = retrying
  let fake: Started
  let waits: number[]

  function refuse(status: number, headers: Record<string, string> = {}): void {
    fake.behave({ kind: 'status', status, body, headers })
  }

  describe('retries', () => {
    beforeEach(async () => {
      fake = await start()
      waits = skipPauses()
    })
    afterEach(async () => {
      vi.unstubAllGlobals()
      await fake.close()
    })

    test.each(retried)('asks twice again after %i', async (status) => {
      refuse(status)
      expect((await collect(open(fake))).error?.details.status).toBe(status)
      expect(fake.requests).toHaveLength(3)
    })

    test.each(refused)('asks once where the answer is %i', async (status) => {
      refuse(status)
      await collect(open(fake))
      expect(fake.requests).toHaveLength(1)
    })

    test('waits half a second, then ever longer up to eight, and up to a quarter less', async () => {
      refuse(500)
      await collect(open(fake, { maxRetries: 6 }))
      const longest = [500, 1000, 2000, 4000, 8000, 8000]
      expect(waits).toHaveLength(longest.length)
      for (const [index, wait] of waits.entries()) {
        expect(wait).toBeLessThanOrEqual(longest[index] ?? 0)
        expect(wait).toBeGreaterThanOrEqual((longest[index] ?? 0) * 0.75)
      }
    })

    test('waits as long as the service asks for, but no longer than a minute', async () => {
      refuse(429, { 'retry-after': '40' })
      await collect(open(fake))
      expect(waits).toEqual([40_000, 40_000])
      refuse(429, { 'retry-after': '61' })
      const { error } = await collect(open(fake))
      expect(error).toMatchObject({ code: 'rateLimited', details: { retryAfterSeconds: 61 } })
      expect(fake.requests).toHaveLength(4)
    })

    test('does not wait where another key is at hand', async () => {
      refuse(429)
      await collect(open(fake, { lastKey: false }))
      expect(fake.requests).toHaveLength(1)
    })
  })
}
