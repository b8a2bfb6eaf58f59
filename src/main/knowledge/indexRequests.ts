import type { Log } from '../feature.ts'

/** A job that can't be written down now, as on a full disk, is tried again after so long. */
const retryMilliseconds = 60_000

/** The bases that a job is to look at. A job that is about to end looks again. */
export interface IndexRequests {
  /** Starts a job for a base, or tells the one that runs. What fails is tried again later. */
  request: (baseId: string) => void
  /** Returns whether a base was asked for since `take`. */
  has: (baseId: string) => boolean
  /** Returns whether a base was asked for since the last call. */
  take: (baseId: string) => boolean
  /** Tries nothing again. */
  close: () => void
}

export function createIndexRequests(
  start: (baseId: string) => void,
  log: Log,
  retryAfter = retryMilliseconds,
): IndexRequests {
  const asked = new Set<string>()
  let retry: NodeJS.Timeout | undefined

  function tryStart(baseId: string): void {
    try {
      start(baseId)
    } catch (error) {
      log('A base is not indexed now', error)
      retry ??= setTimeout(startAsked, retryAfter).unref()
    }
  }

  function startAsked(): void {
    retry = undefined
    for (const baseId of asked) tryStart(baseId)
  }

  return {
    close: () => clearTimeout(retry),
    request(baseId) {
      asked.add(baseId)
      tryStart(baseId)
    },
    has: (baseId) => asked.has(baseId),
    take(baseId) {
      // A request that comes after a job's last look finds the job still active, and joins it.
      setImmediate(() => {
        if (asked.has(baseId)) tryStart(baseId)
      })
      return asked.delete(baseId)
    },
  }
}
