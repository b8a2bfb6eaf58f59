const firstDelayMs = 5000
const firstPhaseMs = 2 * 60_000
const maxDelayMs = 60_000
const secondPhaseMs = 60 * 60_000
const lateDelayMs = 5 * 60_000

/**
 * Returns the milliseconds until a batch is asked for again: 5 s for two minutes, then growing to a
 * minute, and 5 minutes after an hour. `previousMs` is the delay before, 0 for none.
 */
export function pollDelay(elapsedMs: number, previousMs: number): number {
  if (elapsedMs >= secondPhaseMs) return lateDelayMs
  if (elapsedMs < firstPhaseMs) return firstDelayMs
  return Math.min(maxDelayMs, Math.max(firstDelayMs, previousMs * 1.5))
}
