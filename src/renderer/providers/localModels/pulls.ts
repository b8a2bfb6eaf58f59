import { atom } from 'jotai'
import type { Job } from '../../../shared/jobs.ts'
import type { PullJob } from '../../../shared/providers.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { isActive, jobsAtom, shownJobsAtom } from '../../core/jobs.ts'
import { store } from '../../core/store.ts'

const pullKind: PullJob['kind'] = 'providers.pull'

/** Whether a job fetches a model. Of one that can't be read any more nobody knows. */
export function isPull(job: Job): job is PullJob {
  return job.kind === pullKind && job.input !== null
}

/** The models that are on their way to servers or came, as far as there is something to say. */
export const pullsAtom = atom((get) => get(shownJobsAtom).filter(isPull))

/** Has a model fetched to a local server. */
export function startPull(providerId: string, modelId: string): void {
  attempt(api.providers.pullModel({ providerId, modelId }))
}

/** Forgets what has ended of a server's models: it was told. */
export function forgetEndedPulls(providerId: string): void {
  for (const job of store.get(jobsAtom)) {
    if (isPull(job) && job.input.providerId === providerId && !isActive(job)) {
      attempt(api.jobs.dismiss({ id: job.id }))
    }
  }
}
