import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Durability } from '../../storage/connection.ts'

const stepMilliseconds = 40

/**
 * Work in steps. Each yields the durability that the next one needs; without one that waits for the
 * disk.
 */
export type Steps = Generator<Durability | void, void>

/**
 * Runs steps in transactions of some 40 ms, between which the thread answers other calls. A kill
 * leaves what the finished transactions have written, so a last step makes it count.
 */
export async function runSteps(
  database: Database,
  steps: Steps,
  first: Durability = 'synced',
): Promise<void> {
  let needed: Durability | undefined = first
  for (;;) {
    const durability: Durability = needed
    needed = database.transaction(() => advance(steps, durability), durability)
    if (needed === undefined) return
    await nextTurn()
  }
}

/** Marks steps that count only with a later one, which waits for the disk. */
export function* deferred(steps: Steps): Steps {
  while (steps.next().done !== true) yield 'deferred'
}

/** Returns what the next step needs; undefined once the steps are done. */
function advance(steps: Steps, durability: Durability): Durability | undefined {
  const end = performance.now() + stepMilliseconds
  for (;;) {
    const { done, value } = steps.next()
    if (done) return undefined
    const next = value ?? 'synced'
    const isTooWeak = next === 'synced' && durability !== 'synced'
    if (isTooWeak || performance.now() >= end) return next
  }
}
