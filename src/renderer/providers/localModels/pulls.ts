import { atom } from 'jotai'
import type { Job } from '../../../shared/jobs.ts'
import type { PullJob } from '../../../shared/providers.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { isActive, jobsAtom, shownJobsAtom } from '../../core/jobs/jobs.ts'
import { store } from '../../core/store.ts'

const pullKind: PullJob['kind'] = 'providers.pull'

/** Tells whether a job downloads a model. An unreadable job does not count. */
export function isPull(job: Job): job is PullJob {
  return job.kind === pullKind && job.input !== null
}

/** The downloads to show, running and finished. */
export const pullsAtom = atom((get) => get(shownJobsAtom).filter(isPull))

/** Starts a model download to a local server. */
export function startPull(providerId: string, modelId: string): void {
  attempt(api.providers.pullModel({ providerId, modelId }))
}

/** Forgets a server's finished downloads, which the user has seen. */
export function forgetEndedPulls(providerId: string): void {
  for (const job of store.get(jobsAtom)) {
    if (isPull(job) && job.input.providerId === providerId && !isActive(job)) {
      attempt(api.jobs.dismiss({ id: job.id }))
    }
  }
}
