import { z } from 'zod'
import { promptFieldsSchema, skippedEntrySchema } from '../../../shared/prompts.ts'
import type { WorkerTask } from '../../workers/workerTask.ts'

const foundSchema = z.object({
  found: z.array(
    z.object({
      fields: promptFieldsSchema,
      /** Parts of the entry that are not imported. */
      left: z.array(z.string()),
    }),
  ),
  skipped: z.array(skippedEntrySchema),
  skippedCount: z.number().int(),
})
export type FoundPrompts = z.infer<typeof foundSchema>

export const readTask = {
  input: z.object({ name: z.string(), bytes: z.instanceof(Uint8Array) }),
  output: foundSchema,
} satisfies WorkerTask
