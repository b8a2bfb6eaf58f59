import { setImmediate } from 'node:timers/promises'

/** Repeats work on a few rows until it returns false, and lets main's other work come between. */
export async function inSlices(work: () => boolean): Promise<void> {
  while (work()) await setImmediate()
}
