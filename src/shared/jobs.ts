import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method } from './ipc/define.ts'

/**
 * A `waiting` job waits for its turn; a `paused` one for a time, after a failure that may pass. The
 * last three are ends, which only a retry by the user changes.
 */
export const jobStates = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** The maximum of active jobs; beyond it no new one starts. */
export const activeJobsMaximum = 1000
/** The maximum of ended jobs that nobody has dismissed; beyond it the oldest are forgotten. */
export const endedJobsMaximum = 100

const jobIdSchema = z.uuid()

/** Work that outlives the page, and the run of Parley, in which it began. */
export const jobSchema = z.object({
  id: jobIdSchema,
  kind: z.string(),
  state: z.enum(jobStates),
  /** Whether the user has cancelled it and it has not ended yet. */
  cancelling: z.boolean(),
  /** The name, known to the user, of what is worked on: a model, a file. */
  subject: z.string(),
  /** The kind defines these three, see JobOf; null for none. */
  input: z.unknown(),
  progress: z.unknown(),
  result: z.unknown(),
  /** Why it has failed or is paused, or what could not be undone of a cancelled one. */
  error: errorSchema.nullable(),
  /** When a paused job continues, in milliseconds since 1970. */
  until: z.number().nullable(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
})
export type Job = z.infer<typeof jobSchema>

/** The definition of a kind of jobs, shared by both sides of the bridge. */
export interface JobDefinition<
  Kind extends string = string,
  Input extends z.ZodType = z.ZodType,
  Progress extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  kind: Kind
  input: Input
  progress: Progress
  result: Result
}

/** Defines a kind of jobs. The database keeps its name, `feature.what`. */
export function jobDefinition<
  Kind extends string,
  Input extends z.ZodType,
  Progress extends z.ZodType,
  Result extends z.ZodType,
>(
  kind: Kind,
  schemas: { input: Input; progress: Progress; result: Result },
): JobDefinition<Kind, Input, Progress, Result> {
  return { kind, ...schemas }
}

/** A job with the types of its kind. */
export type JobOf<D extends JobDefinition> = Omit<Job, 'kind' | 'input' | 'progress' | 'result'> & {
  kind: D['kind']
  input: z.output<D['input']>
  progress: z.output<D['progress']> | null
  result: z.output<D['result']> | null
}

const nothing = z.object({})
const jobInput = z.object({ id: jobIdSchema })

export const jobs = {
  /** Returns all known jobs, the oldest first. */
  list: method(nothing, z.array(jobSchema)),
  /**
   * Cancels a job. Resolves to the job once its work has really ended; one that was done meanwhile
   * is `done`. Errors: jobMissing.
   */
  cancel: method(jobInput, jobSchema),
  /** Continues a failed, cancelled or paused job. Errors: jobMissing. */
  retry: method(jobInput, jobSchema),
  /** Forgets a job that has ended. Errors: jobMissing, conflict if it has not ended. */
  dismiss: method(jobInput, nothing),
  /** The new or changed jobs. Progress arrives at most ten times a second. */
  changed: event(z.array(jobSchema)),
  removed: event(z.object({ ids: z.array(jobIdSchema) })),
}
