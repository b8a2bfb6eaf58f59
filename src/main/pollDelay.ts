/** A pace for asking a service about its work: quick at first, as much of it takes little time. */
export interface PollPace {
  firstMs: number
  /** The first delay is kept until the work is this old, and then grows by half each time. */
  quickForMs: number
  maxMs: number
  /** Work that is older than `afterMs` is asked about every `delayMs`. */
  old?: { afterMs: number; delayMs: number }
}

/** For work that takes minutes to a day, such as a batch of requests or the training of a model. */
const patientPace: PollPace = {
  firstMs: 5000,
  quickForMs: 2 * 60_000,
  maxMs: 60_000,
  old: { afterMs: 60 * 60_000, delayMs: 5 * 60_000 },
}

/**
 * Returns the milliseconds until a service is asked again. `elapsedMs` is the age of the work,
 * `previousMs` the delay before this one, 0 for none.
 */
export function pollDelay(elapsedMs: number, previousMs: number, pace = patientPace): number {
  const { firstMs, quickForMs, maxMs, old } = pace
  if (old && elapsedMs >= old.afterMs) return old.delayMs
  if (elapsedMs < quickForMs) return firstMs
  return Math.min(Math.max(previousMs, firstMs) * 1.5, maxMs)
}
