import { AppError } from '../../shared/errors.ts'

/** Clocks of computers that nobody sets differ by minutes; a wrong time zone makes hours of it. */
const maxClockErrorMs = 24 * 60 * 60_000

/** The times of a signed channel file, in milliseconds since 1970. */
export interface SignedTimes {
  signedAt: number
  expires: number
}

/**
 * Refuses a channel file that this computer should not believe any more, although the key has
 * signed it: whoever controls the network could send it for ever, to keep a newer version away.
 * `newestSignedAt` is the time of the newest file accepted before; 0 without one. Errors:
 * updateExpired, updateReplayed, updateClock.
 */
export function assertFresh(
  { signedAt, expires }: SignedTimes,
  newestSignedAt: number,
  now: number,
  host: string,
): void {
  const details = { provider: host, subject: host }
  // The file was signed before it came here, so it is the clock that is wrong.
  if (signedAt > now + maxClockErrorMs) throw clockError(host)
  if (signedAt < newestSignedAt) {
    throw new AppError('updateReplayed', 'A newer list of updates came before this one', {
      ...details,
      time: signedAt,
    })
  }
  if (now >= expires) {
    throw new AppError('updateExpired', 'The list of updates has expired', {
      ...details,
      time: expires,
    })
  }
}

/** Returns the error of a server whose certificate or file is not valid at this computer's time. */
export function clockError(host: string, cause?: unknown): AppError {
  const details = { provider: host, subject: host }
  return new AppError('updateClock', 'This does not fit the clock', details, cause)
}
