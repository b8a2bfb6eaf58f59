import { AppError } from '../../../shared/errors.ts'
import { createTaskThread } from '../../workers/taskThread.ts'
import { measureTask, type Measures } from './measureTask.ts'

/**
 * Reads the size and the length of a stored video or sound; null if they can't be read. Errors:
 * aborted.
 */
export type Measure = (path: string, signal: AbortSignal) => Promise<Measures | null>

export interface Measuring {
  measure: Measure
  /** Ends the thread. */
  close: () => Promise<void>
}

/** A file of 2 GB that names no length is read from end to end: some 5 s. */
const limits = { milliseconds: 15_000, megabytes: 128, answerBytes: 1000 }
/** The threads may be busy. Then the file has no length until the next start. */
const patienceMilliseconds = 45_000

/**
 * Creates what measures files, in a thread of its own: they come from strangers. `entry` is
 * `measureWorker.ts`. The thread starts with the first file, and ends when it has no work.
 */
export function createMeasuring(entry: string | URL): Measuring {
  const { run, close } = createTaskThread(measureTask, {
    ...{ entry, megabytes: limits.megabytes, renewMegabytes: 64, idleMilliseconds: 5000 },
  })
  return {
    async measure(path, signal) {
      const given = AbortSignal.any([signal, AbortSignal.timeout(patienceMilliseconds)])
      try {
        return await run({ path }, { limits, subject: 'media', signal: given })
      } catch (error) {
        if (signal.aborted) throw new AppError('aborted', 'Parley quits', {}, error)
        return null
      }
    },
    close,
  }
}
