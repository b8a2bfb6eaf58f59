import { z } from 'zod'
import { errorSchema } from '../../shared/errorSchema.ts'

/** A piece of work for a thread of its own, as both sides know it. */
export interface WorkerTask<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  input: Input
  output: Output
}

/** What the thread is begun with. */
export const workerInputSchema = z.object({
  input: z.unknown(),
  /** What its answer may have, serialized. */
  answerBytesMaximum: z.number(),
})

/** What the thread says at the end: bytes as `v8.serialize` makes them of a WorkerAnswer. */
export const workerMessageSchema = z.instanceof(Uint8Array)

export const workerAnswerSchema = z.union([
  z.object({ value: z.unknown(), error: z.undefined() }),
  z.object({ error: errorSchema }),
])
export type WorkerAnswer = z.input<typeof workerAnswerSchema>
