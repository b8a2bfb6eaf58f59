import type { StandardRetryStrategy } from '@smithy/core/retry'
import type { AppError } from '../../../shared/errors.ts'

export interface RetryOptions {
  maxAttempts: number
  /** False if another key can be tried when this one is refused temporarily. */
  lastKey: boolean
}

/**
 * Creates the package's own strategy, with its delays and quota. It does not retry a throttled
 * request if another key is available.
 */
export async function createRetryStrategy({
  maxAttempts,
  lastKey,
}: RetryOptions): Promise<StandardRetryStrategy> {
  const { StandardRetryStrategy: Strategy } = await import('@smithy/core/retry')
  const strategy = new Strategy(maxAttempts)
  if (lastKey) return strategy
  const refresh = strategy.refreshRetryTokenForRetry.bind(strategy)
  return Object.assign(strategy, {
    refreshRetryTokenForRetry: (...[token, failure]: Parameters<typeof refresh>) => {
      if (failure.errorType !== 'THROTTLING') return refresh(token, failure)
      return Promise.reject(new Error('Another key is tried instead'))
    },
  })
}

const baseMilliseconds = 50
const throttledBaseMilliseconds = 500
const longestMilliseconds = 20_000

/** Returns the delay of AWS's own clients: random, up to a base that doubles, at most 20 s. */
export function backoff(retry: number, { details: { status } }: AppError): number {
  const base = status === 429 ? throttledBaseMilliseconds : baseMilliseconds
  return Math.min(Math.random() * base * 2 ** (retry - 1), longestMilliseconds)
}
