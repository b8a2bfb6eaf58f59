import { AppError, toWire } from '../../../shared/errors.ts'
import { readState, setState } from '../batchTable.ts'
import type { RunDependencies } from './batchRun.ts'

/** The state of a table, as its run reads and changes it. */
export interface RunState {
  isRunning: () => boolean
  isCancelled: () => boolean
  /** Pauses the table with the error, unless it is no longer running. */
  pauseWith: (error: AppError) => void
  /** Ends the table, if it is still running. */
  complete: () => void
}

export function createRunState(
  batchId: string,
  { database, announce, now }: Pick<RunDependencies, 'database' | 'announce' | 'now'>,
): RunState {
  const isRunning = (): boolean => readState(database, batchId) === 'running'
  return {
    isRunning,
    isCancelled: () => readState(database, batchId) === 'cancelled',
    pauseWith(error) {
      if (!isRunning()) return
      setState(database, batchId, 'paused', { error: toWire(error), now: now() })
      announce(batchId, 'now')
    },
    complete() {
      if (!isRunning()) return
      setState(database, batchId, 'done', { now: now() })
      announce(batchId, 'now')
    },
  }
}

/** Lets a run wait for a time or a change, whichever comes first. */
export interface Waker {
  /** Resolves at the next change. Taken before a look, so that no change during it is missed. */
  next: () => Promise<void>
  wake: () => void
  /** Waits for the change, for at most the time. Infinity sets no limit. */
  wait: (change: Promise<void>, milliseconds: number) => Promise<void>
}

export function createWaker(delay: RunDependencies['delay']): Waker {
  let changed = Promise.withResolvers<void>()
  return {
    next: () => changed.promise,
    wake() {
      changed.resolve()
      changed = Promise.withResolvers<void>()
    },
    async wait(change, milliseconds) {
      if (milliseconds === Infinity) return change
      const over = new AbortController()
      await Promise.race([change, delay(milliseconds, over.signal)])
      over.abort()
      return undefined
    },
  }
}

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal', 'A table could not be sent', {}, error)
}
