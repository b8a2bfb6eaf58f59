const startLimit = 4
const maxLimit = 16
const successesForOneMore = 20
const firstPauseMs = 1000
const maxPauseMs = 60_000

/** Limits the requests of a table that are under way, and pauses them. */
export interface Pace {
  limit: () => number
  /** The time until which nothing is sent; 0 if there is none. */
  until: () => number
  noteSuccess: () => void
  /**
   * Notes that the service takes no more for now: half as many from here on, after the time that it
   * names, or else after a pause that doubles up to a minute.
   */
  noteBusy: (retryAfterSeconds: number | undefined) => void
  /** Notes that the service was not reached: the same pause, and as many as before. */
  noteUnreachable: () => void
  /** Ends the pause at once. */
  goOn: () => void
}

export function createPace(now: () => number): Pace {
  let limit = startLimit
  let successes = 0
  let until = 0
  let pauses = 0

  function pause(milliseconds?: number): void {
    const grown = Math.min(firstPauseMs * 2 ** pauses, maxPauseMs)
    const asked = now() + (milliseconds ?? grown)
    // Requests that were under way together are refused together: that is one pause.
    if (until <= now()) pauses += 1
    until = Math.max(until, asked)
  }

  return {
    limit: () => limit,
    until: () => until,
    noteSuccess() {
      pauses = 0
      successes += 1
      if (successes < successesForOneMore) return
      successes = 0
      limit = Math.min(limit + 1, maxLimit)
    },
    noteBusy(retryAfterSeconds) {
      if (until <= now()) limit = Math.max(1, Math.floor(limit / 2))
      successes = 0
      pause(retryAfterSeconds ? retryAfterSeconds * 1000 : undefined)
    },
    noteUnreachable: () => pause(),
    goOn: () => void (until = 0),
  }
}
