import type { ReactNode } from 'react'
import type { Job } from '../../shared/jobs.ts'

/** How the window's list of jobs shows those of a kind. */
export interface JobView {
  /** Returns how much is done, from 0 to 1; undefined while nobody knows. */
  fraction: (job: Job) => number | undefined
  /** One that has not ended. */
  Progress: (props: { job: Job }) => ReactNode
  /** One that has. */
  Ended: (props: { job: Job }) => ReactNode
}
