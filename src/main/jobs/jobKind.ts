import type { z } from 'zod'
import type { AppError, WireError } from '../../shared/errors.ts'
import type { JobDefinition } from '../../shared/jobs.ts'

/** Why a run stands still, and until when. */
export interface JobWait {
  error: WireError
  /** The time of the next try. */
  until: number
  /** Ends the wait at once, which the user asks for. */
  wake: () => void
}

/** One run of a job: from its start, or from the progress of an earlier run. */
export interface JobRun<Input, Progress> {
  readonly id: string
  readonly input: Input
  /** The last committed progress; null before that. */
  readonly progress: Progress | null
  /**
   * Number of times that the user has asked for this work: 1, and one more for each retry. A run
   * that Parley starts by itself, after a kill or a pause, keeps the number. Work allowed only once
   * per consent commits this number before its request.
   */
  readonly consents: number
  /**
   * Fires when the user cancels and when Parley quits. It has already fired in a run that only ends
   * what an earlier one began.
   */
  readonly signal: AbortSignal
  /** Returns whether the user has cancelled; false when Parley quits and continues later. */
  isCancelled: () => boolean
  /** Reports progress, as often as needed. A kill may lose the last two seconds of it. */
  report: (progress: Progress) => void
  /**
   * Tells why the run stands still; null once it goes on. Meanwhile the job is shown as paused, and
   * its turn in the lane stays its own. Nothing is written: the next start tries at once.
   */
  hold: (wait: JobWait | null) => void
  /**
   * Writes progress to disk before it returns, so that its consequences are safe. Within a
   * transaction of the same database it becomes part of that. Errors: diskFull, databaseLocked.
   */
  commit: (progress: Progress) => void
}

/** The rules for automatic retries. */
export interface RetryRule<Progress> {
  /** The number of tries without any advance after which the job has failed. 5 by default. */
  maxTries?: number
  /** Returns whether the failure may pass. By default `mayPass` of backOff.ts. */
  mayPass?: (error: AppError) => boolean
  /** Returns the longest pause after a failure in milliseconds. By default that of backOff.ts. */
  maxPauseMilliseconds?: (error: AppError) => number
  /** Returns whether the run has advanced the work, which resets the count of failures. */
  hasAdvanced?: (before: Progress | null, now: Progress | null) => boolean
}

/** A kind of jobs, as a feature registers it. */
export interface JobKind<D extends JobDefinition = JobDefinition> {
  definition: D
  /** Returns the key of the work: while a job with the key is active, another request joins it. */
  keyOf: (input: z.output<D['input']>) => string
  subjectOf: (input: z.output<D['input']>) => string
  /**
   * Returns the lane, whose jobs take turns, such as a provider. By default all jobs of the kind
   * share one.
   */
  laneOf?: (input: z.output<D['input']>) => string
  /**
   * The number of jobs in a lane that run at a time; 1 by default. A function is asked each time
   * before a job of the lane starts.
   */
  maxPerLane?: number | ((input: z.output<D['input']>) => number)
  /**
   * Whether a job takes a place in its lane now; true by default. A run that only waits for news may
   * leave its place to others. Asked before a job starts, which is tried after each report too.
   */
  holdsLane?: (input: z.output<D['input']>) => boolean
  /** The number of jobs of the kind that run at a time, in all lanes. */
  maximum?: number
  retry?: RetryRule<z.output<D['progress']>>
  /**
   * Does the work. An AppError is the job's failure. After a cancellation any error ends it as
   * cancelled; one other than `aborted` says what could not be undone. A result means `done`, even
   * after a cancellation.
   */
  run: (run: JobRun<z.output<D['input']>, z.output<D['progress']>>) => Promise<z.input<D['result']>>
}

/** A kind without the types of its schemas. */
export type AnyJobKind = JobKind<
  JobDefinition<string, z.ZodType<unknown>, z.ZodType<unknown>, z.ZodType<unknown>>
>

/** Drops the types of a kind: the runner parses all its data by the kind's schemas. */
export function anyKind<D extends JobDefinition>(kind: JobKind<D>): AnyJobKind {
  return kind
}
