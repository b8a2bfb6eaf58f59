import { vi } from 'vitest'

/** Other timers of a request: none of them is a pause between two tries. */
const otherTimers = new Set([250, 3100, 5000, 10_000, 15_000, 20_000, 30_000, 300_000, 600_000])

/** A shorter one belongs to a test that looks again and again and shares the worker. */
const shortestPause = 20

/**
 * Ends each pause between two tries at once, until `vi.unstubAllGlobals`. Returns the skipped
 * pauses in milliseconds.
 */
export function skipPauses(): number[] {
  const pauses: number[] = []
  const real = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds = 0) => {
    if (milliseconds < shortestPause || otherTimers.has(milliseconds)) {
      return real(run, milliseconds)
    }
    pauses.push(milliseconds)
    return real(run, 0)
  })
  return pauses
}
