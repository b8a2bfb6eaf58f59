const firstMs = 5000
const quickForMs = 2 * 60_000
const growth = 1.5
const maxMs = 60_000
const slowAfterMs = 60 * 60_000
const slowMs = 5 * 60_000

/**
 * Returns the milliseconds until a running training is looked at again: 5 s for two minutes, then
 * half as long again each time up to a minute, and 5 minutes after an hour. `previous` is 0 at first.
 */
export function pollPause(previous: number, elapsed: number): number {
  if (elapsed < quickForMs) return firstMs
  return elapsed < slowAfterMs ? Math.min(previous * growth, maxMs) : slowMs
}
