import type { Log } from '../feature.ts'

/** The bases that a job is to look at. A job that is about to end looks again. */
export interface IndexRequests {
  request: (baseId: string) => void
  /** Returns whether a base was asked for since `take`. */
  has: (baseId: string) => boolean
  /** Returns whether a base was asked for since the last call. */
  take: (baseId: string) => boolean
}

export function createIndexRequests(start: (baseId: string) => void, log: Log): IndexRequests {
  const asked = new Set<string>()

  function tryStart(baseId: string): void {
    try {
      start(baseId)
    } catch (error) {
      // The next start of Parley looks at every base.
      log('A base is not indexed now', error)
    }
  }

  return {
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
