import { z } from 'zod'
import { jobDefinition } from '../jobs.ts'
import { baseIdSchema } from './passagePlace.ts'

const maxPathLength = 4096
const count = z.number().int().nonnegative()

/** Reads, cuts and embeds whatever of a base is not up to date. One row for the whole base. */
export const indexJob = jobDefinition('knowledge.index', {
  input: z.object({ baseId: baseIdSchema }),
  progress: z.object({ done: count, total: count }),
  result: z.object({ ready: count, failed: count, skipped: count }),
})

/** `name` is that of the base. */
const transferInput = z.object({
  baseId: baseIdSchema,
  path: z.string().min(1).max(maxPathLength),
  name: z.string(),
})
const transferProgress = z.object({ done: count, total: count })

/** Writes a base as one file. */
export const exportJob = jobDefinition('knowledge.export', {
  input: transferInput,
  progress: transferProgress,
  result: z.object({}),
})

/** Makes a base of such a file. `baseId` is that of the new base. */
export const importJob = jobDefinition('knowledge.import', {
  input: transferInput,
  progress: transferProgress,
  result: z.object({}),
})
