import { vi } from 'vitest'

/** What else is timed while an answer is waited for: none of it is a pause between two tries. */
const otherTimers = new Set([250, 5000, 10_000, 15_000, 20_000, 30_000, 300_000, 600_000])

/**
 * Has each pause between two tries end at once, until `vi.unstubAllGlobals`.
 * Returns how long they would have been, in milliseconds.
 */
export function skipPauses(): number[] {
  const pauses: number[] = []
  const real = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds = 0) => {
    if (milliseconds === 0 || otherTimers.has(milliseconds)) return real(run, milliseconds)
    pauses.push(milliseconds)
    return real(run, 0)
  })
  return pauses
}
