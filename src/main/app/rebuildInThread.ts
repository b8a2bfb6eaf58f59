import { statSync } from 'node:fs'
import type { Rebuilt } from '../storage/rebuild.ts'
import { runTask } from '../workers/runTask.ts'
import { rebuildTask } from './rebuildTask.ts'

/** Far beyond a slow disk: the limit only ends what would never end by itself. */
const leastMilliseconds = 10 * 60_000
const millisecondsPerMegabyte = 2000
/** For the longest message, several times. SQLite's own memory is not counted. */
const megabytes = 1000

/**
 * Rebuilds the damaged history at `path` in a thread, whose entry is `rebuildWorker.ts`. Ends the
 * thread when the signal fires. Errors: aborted, tooHeavy, those of `rebuildDatabase`.
 */
export function rebuildInThread(
  entry: string | URL,
  path: string,
  signal: AbortSignal,
): Promise<Rebuilt> {
  const milliseconds = leastMilliseconds + (statSync(path).size / 1e6) * millisecondsPerMegabyte
  const limits = { milliseconds, megabytes, answerBytes: 1000 }
  return runTask(entry, rebuildTask, { path }, { limits, subject: path, signal })
}
