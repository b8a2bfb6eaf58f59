import type { AppError, ErrorCode } from '../../shared/errors.ts'

const firstMilliseconds = 1000
export const backOffMillisecondsMaximum = 5 * 60_000
/** A service that asks for more is asked by the user. */
const askedMillisecondsMaximum = 60 * 60_000

const passingCodes: readonly ErrorCode[] = [
  'connectionFailed',
  'streamBroken',
  'timeout',
  'overloaded',
  'rateLimited',
  'serverError',
  'modelLoading',
  'tooManyCalls',
  'databaseLocked',
]

/** Returns whether a failure may pass by itself, without the user doing anything. */
export function mayPass({ code, details }: AppError): boolean {
  if ((details.retryAfterSeconds ?? 0) * 1000 > askedMillisecondsMaximum) return false
  return details.shouldRetry ?? passingCodes.includes(code)
}

/** Returns how many milliseconds to wait after the nth failure in a row, with up to a quarter off. */
export function backOff(failures: number, { details }: AppError): number {
  const asked = (details.retryAfterSeconds ?? 0) * 1000
  if (asked > 0) return asked
  const doubled = firstMilliseconds * 2 ** Math.min(failures - 1, 20)
  return Math.min(doubled, backOffMillisecondsMaximum) * (1 - Math.random() * 0.25)
}

/** Returns how long a pause that was begun before is still, whatever has been done to the clock. */
export function pauseLeft(until: number | null, now: number): number {
  return Math.min(Math.max((until ?? now) - now, 0), askedMillisecondsMaximum)
}
