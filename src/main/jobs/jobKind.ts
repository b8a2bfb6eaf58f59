import type { z } from 'zod'
import type { AppError } from '../../shared/errors.ts'
import type { JobDefinition } from '../../shared/jobs.ts'

/** One run of a job: from its start, or from what an earlier run has committed. */
export interface JobRun<Input, Progress> {
  readonly id: string
  readonly input: Input
  /** As it was last committed; null before that. */
  readonly progress: Progress | null
  /**
   * How often the user has asked for this work: 1, and one more for each retry of theirs. A run
   * that Parley begins by itself, after a kill or a pause, has the number of the one before. Work
   * that may be asked for only once a consent commits this number before it asks.
   */
  readonly consents: number
  /** Fires when the user cancels and when Parley quits. It has fired already where a run only ends what an earlier one began. */
  readonly signal: AbortSignal
  /** Returns whether the user wants it ended; false when Parley quits, and it goes on later. */
  isCancelled: () => boolean
  /** Tells how far it is, as often as you like. A kill may lose the last two seconds of it. */
  report: (progress: Progress) => void
  /**
   * Writes progress down for good before it returns; what follows from it may then be done. Inside
   * a transaction of the same database it becomes a part of that. Errors: diskFull, databaseLocked.
   */
  commit: (progress: Progress) => void
}

/** When a job is tried again by itself. */
export interface RetryRule<Progress> {
  /** Tries after a failure that brought it no further; then it has failed. 5 where left out. */
  triesMaximum?: number
  /** Whether the failure may pass. Where left out, `mayPass` of backOff.ts says so. */
  mayPass?: (error: AppError) => boolean
  /** Whether the work came further since the run began: then tries are counted anew. */
  hasAdvanced?: (before: Progress | null, now: Progress | null) => boolean
}

/** A kind of jobs, as a feature registers it. */
export interface JobKind<D extends JobDefinition = JobDefinition> {
  definition: D
  /** Returns what makes two requests the same work: while one is active, the other joins it. */
  keyOf: (input: z.output<D['input']>) => string
  subjectOf: (input: z.output<D['input']>) => string
  /** Returns what jobs share that take turns, such as a provider. All of a kind where left out. */
  laneOf?: (input: z.output<D['input']>) => string
  /** Jobs of a lane that run at a time; 1 where left out. */
  laneMaximum?: number
  /** Jobs of the kind that run at a time, in all lanes. */
  maximum?: number
  retry?: RetryRule<z.output<D['progress']>>
  /**
   * Does the work. An AppError is how it failed; after a cancellation, any error ends it as
   * cancelled, and one that is not `aborted` tells what could not be undone. A result is `done`,
   * cancelled or not.
   */
  run: (run: JobRun<z.output<D['input']>, z.output<D['progress']>>) => Promise<z.input<D['result']>>
}

/** A kind whose schemas nobody needs to know any more. */
export type AnyJobKind = JobKind<
  JobDefinition<string, z.ZodType<unknown>, z.ZodType<unknown>, z.ZodType<unknown>>
>

/** Forgets the types of a kind: the runner parses all that it gives to one by its own schemas. */
export function anyKind<D extends JobDefinition>(kind: JobKind<D>): AnyJobKind {
  return kind
}
