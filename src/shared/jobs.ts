import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method, nothing } from './ipc/define.ts'
import { timeSchema } from './timeSchema.ts'

/**
 * `waiting` jobs wait for their turn, `paused` ones for a retry after a temporary failure. The last
 * three states are final: only the user's retry changes them.
 */
export const jobStates = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** The limit of active jobs. Beyond it no new job is accepted. */
export const maxActiveJobs = 1000
/** The limit of ended jobs that are not dismissed. Beyond it the oldest are deleted. */
export const maxEndedJobs = 100

const jobIdSchema = z.uuid()

/** Work that continues after a reload of the page and a restart of Parley. */
export const jobSchema = z.object({
  id: jobIdSchema,
  kind: z.string(),
  state: z.enum(jobStates),
  /** True if the user has cancelled the job and it has not ended yet. */
  cancelling: z.boolean(),
  /** The user's name for the object of the work: a model, a file. */
  subject: z.string(),
  /** The kind defines these three, see JobOf; null for none. */
  input: z.unknown(),
  progress: z.unknown(),
  result: z.unknown(),
  /** The reason of a failure or pause, or of an incomplete cancellation. */
  error: errorSchema.nullable(),
  /** The time when a paused job continues. */
  until: timeSchema.nullable(),
  createdAt: timeSchema,
  endedAt: timeSchema.nullable(),
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
