/** The clock of a service, as its answers tell it. */
export interface ServerClock {
  /** Reads the time that an answer carries. */
  learn: (headers: Headers) => void
  /** Returns its time in milliseconds since 1970; null before any answer told it. */
  time: () => number | null
}

/**
 * Creates a clock that goes on evenly between the answers, whatever the user's own clock shows. An
 * answer from a cache carries an old time, so the latest time counts.
 */
export function createServerClock(elapsed: () => number = () => performance.now()): ServerClock {
  let ahead: number | null = null
  return {
    learn(headers) {
      const told = Date.parse(headers.get('date') ?? '')
      if (!Number.isNaN(told)) ahead = Math.max(ahead ?? -Infinity, told - elapsed())
    },
    time: () => (ahead === null ? null : Math.round(ahead + elapsed())),
  }
}
