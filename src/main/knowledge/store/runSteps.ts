import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../storage/connection.ts'

const stepMilliseconds = 40

/**
 * Runs steps in transactions of some 40 ms, between which the thread answers other calls. A kill
 * leaves what the finished transactions have written, so a last step makes it count.
 */
export async function runSteps(database: Database, steps: Generator<void>): Promise<void> {
  while (!database.transaction(() => advance(steps))) await nextTurn()
}

/** Returns true once the steps are done. */
function advance(steps: Generator<void>): boolean {
  const end = performance.now() + stepMilliseconds
  while (performance.now() < end) if (steps.next().done === true) return true
  return false
}
