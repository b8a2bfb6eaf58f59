import { z } from 'zod'
import { errorSchema } from '../../shared/errorSchema.ts'

/** The schemas of a task that runs in a thread of its own. Both sides parse with them. */
export interface WorkerTask<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  input: Input
  output: Output
}

/** The data that a thread starts with. */
export const workerInputSchema = z.object({
  input: z.unknown(),
  /** The limit of the serialized answer. */
  maxAnswerBytes: z.number(),
})

/** The thread's only message: a WorkerAnswer as `v8.serialize` writes it. */
export const workerMessageSchema = z.instanceof(Uint8Array)

export const workerAnswerSchema = z.union([
  z.object({ value: z.unknown(), error: z.undefined() }),
  z.object({ error: errorSchema }),
])
export type WorkerAnswer = z.input<typeof workerAnswerSchema>
