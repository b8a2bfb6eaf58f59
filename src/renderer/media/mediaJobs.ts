import { atom } from 'jotai'
import type { MediaJob } from '../../shared/media/media.ts'
import { api } from '../core/bridge.ts'
import { attempt } from '../core/failures.ts'
import { store } from '../core/store.ts'
import { hasEnded } from './hasEnded.ts'

/** The jobs that are under way, or that the user has to decide about; the oldest first. */
export const mediaJobsAtom = atom<readonly MediaJob[]>([])

/** An unfinished picture of a job, as an address of the page. */
export const previewsAtom = atom<ReadonlyMap<string, string>>(new Map<string, string>())

/** The last lines of what jobs say at their services. */
export const jobLogsAtom = atom<ReadonlyMap<string, readonly string[]>>(
  new Map<string, readonly string[]>(),
)

let isFollowing = false

/** Loads the jobs, and keeps them up to date from the first call on. */
export async function loadMediaJobs(): Promise<void> {
  if (!isFollowing) {
    isFollowing = true
    api.media.jobsChanged((changed) => putJobs(changed))
    api.media.jobsRemoved(({ ids }) => takeJobs(ids))
    api.media.log(({ jobId, lines }) => setLog(jobId, lines))
    api.media.preview(({ jobId, mediaType, bytes }) => {
      // It may come after the end of its job.
      if (!store.get(mediaJobsAtom).some((job) => job.id === jobId && !hasEnded(job))) return
      const picture = new Blob([new Uint8Array(bytes)], { type: mediaType })
      setPreview(jobId, URL.createObjectURL(picture))
    })
  }
  const listed = await api.media.openJobs({})
  // Jobs pushed while the list was being fetched are newer than the list.
  const told = store.get(mediaJobsAtom)
  store.set(mediaJobsAtom, listed)
  putJobs(told)
}

/** Shows the new state of jobs. One that has ended well is in the gallery. */
export function putJobs(changed: readonly MediaJob[]): void {
  const newer = new Map(changed.map((job) => [job.id, job]))
  const known = store.get(mediaJobsAtom)
  const kept = known.map((job) => newer.get(job.id) ?? job)
  const added = changed.filter(({ id }) => !known.some((job) => job.id === id))
  store.set(mediaJobsAtom, [...kept, ...added].filter(isShown))
  for (const job of changed) {
    if (!isShown(job)) dropShown(job.id)
    else if (hasEnded(job)) setPreview(job.id, undefined)
  }
}

function takeJobs(ids: readonly string[]): void {
  store.set(mediaJobsAtom, (known) => known.filter(({ id }) => !ids.includes(id)))
  for (const id of ids) dropShown(id)
}

function dropShown(jobId: string): void {
  setPreview(jobId, undefined)
  setLog(jobId, undefined)
}

function setLog(jobId: string, lines: readonly string[] | undefined): void {
  const known = store.get(jobLogsAtom)
  if (lines === undefined && !known.has(jobId)) return
  const next = new Map(known)
  if (lines === undefined) next.delete(jobId)
  else next.set(jobId, lines)
  store.set(jobLogsAtom, next)
}

function isShown({ state, error }: MediaJob): boolean {
  return (state !== 'done' && state !== 'cancelled') || error !== null
}

function setPreview(jobId: string, address: string | undefined): void {
  const known = store.get(previewsAtom)
  const earlier = known.get(jobId)
  if (earlier === address) return
  if (earlier !== undefined) URL.revokeObjectURL(earlier)
  const next = new Map(known)
  if (address === undefined) next.delete(jobId)
  else next.set(jobId, address)
  store.set(previewsAtom, next)
}

/** Sends a job's paid request again, which the user has asked for. */
export function submitAgain({ id }: MediaJob): void {
  attempt(api.media.submitAgain({ id }).then((job) => putJobs([job])))
}

export function lookAgain({ id }: MediaJob): void {
  attempt(api.media.lookAgain({ id }).then((job) => putJobs([job])))
}

/** Has the service asked again to delete what it keeps of a job. */
export function discardAgain({ id }: MediaJob): void {
  attempt(api.media.discard({ id }).then((job) => putJobs([job])))
}

export function cancelJob({ id }: MediaJob): void {
  attempt(api.media.cancel({ id }).then((job) => putJobs([job])))
}

/** Takes a job out of the list. One that is done stays with its outputs. */
export function forgetJob({ id, state }: MediaJob): void {
  if (state === 'done') return takeJobs([id])
  attempt(api.media.forget({ id }).then(() => takeJobs([id])))
}
