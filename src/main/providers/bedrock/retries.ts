import type { StandardRetryStrategy } from '@smithy/core/retry'
import type { AppError } from '../../../shared/errors.ts'
import { isThrottled, type RetryQuota } from './retryQuota.ts'

export interface RetryOptions {
  maxAttempts: number
  /** False if another key can be tried when this one is refused temporarily. */
  lastKey: boolean
  quota: RetryQuota
}

/** The part of the package's strategy that its clients use. */
export type RetryStrategy = Pick<
  StandardRetryStrategy,
  'mode' | 'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess'
>

/**
 * Creates a strategy with the package's own delays and decisions, and with a quota that all clients
 * share. It does not retry a throttled request if another key is available.
 */
export async function createRetryStrategy({
  maxAttempts,
  lastKey,
  quota,
}: RetryOptions): Promise<RetryStrategy> {
  const { StandardRetryStrategy: Strategy } = await import('@smithy/core/retry')
  const { mode } = new Strategy(maxAttempts)
  return {
    mode,
    acquireInitialRetryToken: (scope) => new Strategy(maxAttempts).acquireInitialRetryToken(scope),
    async refreshRetryTokenForRetry(token, failure) {
      const throttled = failure.errorType === 'THROTTLING'
      if (throttled && !lastKey) throw new Error('Another key is tried instead')
      const cost = quota.take(throttled)
      if (cost === null) throw new Error('The quota of retries is used up')
      try {
        // A new one has its whole capacity, which is that of one client: only the shared one counts.
        return await new Strategy(maxAttempts).refreshRetryTokenForRetry(token, failure)
      } catch (error) {
        quota.giveBack(cost)
        throw error
      }
    },
    recordSuccess: (token) => quota.giveBack(token.getRetryCost()),
  }
}

const baseMilliseconds = 50
const throttledBaseMilliseconds = 1000
const longestMilliseconds = 20_000

/** Returns the delay of AWS's own clients: random, up to a base that doubles, at most 20 s. */
export function backoff(retry: number, failure: AppError): number {
  const base = isThrottled(failure) ? throttledBaseMilliseconds : baseMilliseconds
  return Math.min(Math.random() * base * 2 ** (retry - 1), longestMilliseconds)
}
