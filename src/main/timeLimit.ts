import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../shared/errors.ts'
import type { ErrorDetails } from '../shared/errors.ts'

/**
 * Runs `work` for at most this time, even if it ignores its signal. Errors: timeout with `details`,
 * aborted once `signal` fires, and what `work` throws.
 */
export async function withTimeout<T>(
  milliseconds: number,
  signal: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
  details: ErrorDetails = {},
): Promise<T> {
  const timeout = AbortSignal.timeout(milliseconds)
  const ending = signal ? AbortSignal.any([signal, timeout]) : timeout
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = (): void =>
    reject(
      signal?.aborted
        ? new AppError('aborted', 'It was stopped')
        : new AppError(
            'timeout',
            `There was no answer within ${String(milliseconds / 1000)} s`,
            details,
          ),
    )
  ending.addEventListener('abort', end, { once: true })
  try {
    if (ending.aborted) end()
    return await Promise.race([ended, ending.aborted ? ended : work(ending)])
  } finally {
    ending.removeEventListener('abort', end)
  }
}

/** The result of `within` if the work takes longer. */
export const late = Symbol('late')

/**
 * Waits for `work` for at most this time. Returns `late` if it takes longer; the work itself goes
 * on.
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | typeof late> {
  const limit = Promise.withResolvers<typeof late>()
  const timer = setTimeout(limit.resolve, milliseconds, late)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}

/** Resolves after the time, or at once when the signal fires. */
export async function sleepUntil(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
