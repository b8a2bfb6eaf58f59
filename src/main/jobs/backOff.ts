import type { AppError, ErrorCode } from '../../shared/errors.ts'
import { growingDelay } from '../growingDelay.ts'

const firstMilliseconds = 1000
export const maxBackOffMilliseconds = 5 * 60_000
/** If a service asks for a longer wait, the user decides about the next try. */
const maxAskedMilliseconds = 60 * 60_000

const passingCodes: readonly ErrorCode[] = [
  'connectionFailed',
  'streamBroken',
  'timeout',
  'overloaded',
  'rateLimited',
  'serverError',
  'modelLoading',
  'tooManyAtOnce',
  'databaseLocked',
]

/** Returns whether a failure may pass without the user's help. */
export function mayPass({ code, details }: AppError): boolean {
  if ((details.retryAfterSeconds ?? 0) * 1000 > maxAskedMilliseconds) return false
  return details.shouldRetry ?? passingCodes.includes(code)
}

/**
 * Returns the milliseconds to wait after the nth failure in a row: as long as the service asks for,
 * else at most the limit, shortened at random by up to a quarter.
 */
export function backOff(
  failures: number,
  { details }: AppError,
  maxMilliseconds = maxBackOffMilliseconds,
): number {
  const asked = (details.retryAfterSeconds ?? 0) * 1000
  if (asked > 0) return asked
  return growingDelay(firstMilliseconds, failures, maxMilliseconds)
}

/** Returns the rest of a pause in milliseconds, limited in case the clock was changed. */
export function pauseLeft(until: number | null, now: number): number {
  return Math.min(Math.max((until ?? now) - now, 0), maxAskedMilliseconds)
}
