import { atom } from 'jotai'
import type { createStore } from 'jotai'
import type { Job } from '../../../shared/jobs.ts'
import type { Api } from '../bridge.ts'

/** Every job that main knows, the oldest first. */
export const jobsAtom = atom<readonly Job[]>([])

/** The jobs to show: a cancelled one disappears once it has ended, unless it has an error. */
export const shownJobsAtom = atom((get) =>
  get(jobsAtom).filter(({ state, error }) => state !== 'cancelled' || error !== null),
)

/** Tells whether a job has work left, now or later. */
export function isActive({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running' || state === 'paused'
}

/** Keeps the jobs up to date with main. */
export function followJobs(api: Api, store: ReturnType<typeof createStore>): void {
  /** The jobs removed before the list arrives; undefined afterwards. */
  let gone: Set<string> | undefined = new Set()
  api.jobs.changed((changed) => store.set(jobsAtom, (known) => merge(known, changed)))
  api.jobs.removed(({ ids }) => {
    for (const id of ids) gone?.add(id)
    store.set(jobsAtom, (known) => known.filter(({ id }) => !ids.includes(id)))
  })
  api.jobs
    .list({})
    .then((listed) => {
      const there = listed.filter(({ id }) => !gone?.has(id))
      // Changes that arrived meanwhile are newer.
      store.set(jobsAtom, (told) => merge(there, told))
    })
    // Without the list, the page shows later changes only.
    .catch((error: unknown) => reportError(error))
    .finally(() => (gone = undefined))
}

function merge(known: readonly Job[], changed: readonly Job[]): Job[] {
  const newer = new Map(changed.map((job) => [job.id, job]))
  const kept = known.map((job) => {
    const replaced = newer.get(job.id)
    newer.delete(job.id)
    return replaced ?? job
  })
  return [...kept, ...newer.values()]
}
