import { z } from 'zod'
import type { WorkerTask } from '../workers/workerTask.ts'

/** The rebuilding of a damaged history, in a thread of its own. */
export const rebuildTask = {
  input: z.object({ path: z.string() }),
  output: z.object({ rows: z.number().int().nonnegative(), complete: z.boolean() }),
} satisfies WorkerTask
