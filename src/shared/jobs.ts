import { z } from 'zod'
import { errorSchema } from './errorSchema.ts'
import { event, method } from './ipc/define.ts'

/**
 * `waiting` is for its turn, `paused` until a time after a failure that may pass. The last three
 * are ends: a job in one of them is never changed but by a retry of the user's.
 */
export const jobStates = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** Jobs that have not ended; past it no new one is taken. */
export const activeJobsMaximum = 1000
/** Jobs that have ended and that nobody has dismissed; past it the oldest are forgotten. */
export const endedJobsMaximum = 100

const jobIdSchema = z.uuid()

/** Work that outlives the page and the start of Parley that it was begun in. */
export const jobSchema = z.object({
  id: jobIdSchema,
  kind: z.string(),
  state: z.enum(jobStates),
  /** The user has cancelled it, and it has not ended yet. */
  cancelling: z.boolean(),
  /** What is worked on, by the name that the user knows: of a model, of a file. */
  subject: z.string(),
  /** These three as the kind defines them, see JobOf; null where there is none. */
  input: z.unknown(),
  progress: z.unknown(),
  result: z.unknown(),
  /** Why it has failed or is paused, or what could not be cancelled of it. */
  error: errorSchema.nullable(),
  /** When a paused job goes on, in milliseconds since 1970. */
  until: z.number().nullable(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
})
export type Job = z.infer<typeof jobSchema>

/** What all jobs of a kind have in common, on both sides of the bridge. */
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

/** Defines a kind of jobs. Its name is kept in the database: `feature.what`. */
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

/** A job as its kind defines it. */
export type JobOf<D extends JobDefinition> = Omit<Job, 'kind' | 'input' | 'progress' | 'result'> & {
  kind: D['kind']
  input: z.output<D['input']>
  progress: z.output<D['progress']> | null
  result: z.output<D['result']> | null
}

const nothing = z.object({})
const jobInput = z.object({ id: jobIdSchema })

export const jobs = {
  /** Returns all jobs that are known, the oldest first. */
  list: method(nothing, z.array(jobSchema)),
  /**
   * Ends a job. Resolves once its work has really ended, with how it ended: one that was done
   * meanwhile is `done`. Errors: jobMissing.
   */
  cancel: method(jobInput, jobSchema),
  /** Goes on with a job that has failed, was cancelled or is paused. Errors: jobMissing. */
  retry: method(jobInput, jobSchema),
  /** Forgets a job that has ended. Errors: jobMissing, conflict where it has not. */
  dismiss: method(jobInput, nothing),
  /** These are new or different. Progress is told ten times a second at most. */
  changed: event(z.array(jobSchema)),
  removed: event(z.object({ ids: z.array(jobIdSchema) })),
}
