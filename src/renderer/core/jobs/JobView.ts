import type { ReactNode } from 'react'
import type { Job, JobState } from '../../../shared/jobs.ts'

/** The components that show a kind's jobs in the window's list. */
export interface JobView {
  /** Returns how much is done, from 0 to 1; undefined while nobody knows. */
  fraction: (job: Job) => number | undefined
  /**
   * Returns what a job that is done is counted as, where its result may tell of a failure. Without
   * it, what is done has succeeded.
   */
  outcome?: (job: Job) => JobState
  /** Shows an active job. */
  Progress: (props: { job: Job }) => ReactNode
  /** Shows a job that has ended. */
  Ended: (props: { job: Job }) => ReactNode
}
