import { AppError } from '../../../shared/errors.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import { finalMediaStates, type media, type MediaState } from '../../../shared/media.ts'
import type { Database } from '../../storage/connection.ts'
import { readJob, toPage, updateJob, type MediaJobRow } from './jobRow.ts'

/** What can change of a job besides its state. */
export type JobPatch = Partial<
  Pick<
    MediaJobRow,
    | 'price'
    | 'sent'
    | 'handle'
    | 'result'
    | 'position'
    | 'progress'
    | 'error'
    | 'fieldErrors'
    | 'cancelling'
  >
>

/** The states of jobs. Nothing else writes them. Each is on disk before anybody is told. */
export interface JobStates {
  /** Errors: mediaMissing. */
  read: (id: string) => MediaJobRow
  /**
   * Changes the state. `also` becomes part of the same transaction. Errors: conflict if the state
   * does not lead there, diskFull, databaseLocked; then nothing has changed.
   */
  move: (id: string, to: MediaState, patch?: JobPatch, also?: () => void) => MediaJobRow
  /** Changes the rest, without waiting for the disk. A failed write is only told to the page. */
  note: (id: string, patch: JobPatch) => void
  /**
   * Writes down that the paid request is sent. Errors: conflict without a consent that is left,
   * diskFull, databaseLocked; then it must not be sent.
   */
  beginPost: (id: string, sent: unknown) => void
  /** The service has refused the paid request, so the consent is not used up. */
  takePostBack: (id: string, to: 'waiting' | 'failed' | 'cancelled', patch: JobPatch) => void
  /** The user consents to one more paid request. Errors: conflict. */
  consentAgain: (id: string) => MediaJobRow
  /** Writes down that the user cancels; the job's run does the rest. */
  requestCancel: (id: string) => void
  /** Resolves to the job once it is in a final state. */
  settled: (id: string) => Promise<MediaJobRow>
}

const next: Readonly<Record<MediaState, readonly MediaState[]>> = {
  waiting: ['preparing', 'failed', 'cancelled'],
  preparing: ['preparing', 'waiting', 'submitting', 'failed', 'cancelled'],
  submitting: ['waiting', 'queued', 'collecting', 'failed', 'cancelled', 'unknown'],
  queued: ['queued', 'running', 'collecting', 'failed', 'cancelled', 'lost'],
  running: ['queued', 'running', 'collecting', 'failed', 'cancelled', 'lost'],
  collecting: ['collecting', 'done', 'failed', 'lost'],
  done: [],
  failed: ['waiting', 'queued', 'collecting'],
  cancelled: ['waiting'],
  unknown: ['waiting', 'submitting'],
  lost: ['waiting', 'queued'],
}

export function isFinal(state: MediaState): boolean {
  return finalMediaStates.includes(state)
}

export function createJobStates(
  database: Database,
  broadcast: Broadcast<typeof media>,
  now: () => number = Date.now,
): JobStates {
  const waiters = new Map<string, ((job: MediaJobRow) => void)[]>()

  function tell(job: MediaJobRow): void {
    broadcast('jobsChanged', [toPage(job)])
    if (!isFinal(job.state)) return
    for (const resolve of waiters.get(job.id) ?? []) resolve(job)
    waiters.delete(job.id)
  }

  /** Writes a job in one transaction, and then tells of it. */
  function write(id: string, change: (job: MediaJobRow) => MediaJobRow, also?: () => void) {
    const changed = database.transaction(() => {
      const job = change(readJob(database, id))
      updateJob(database, job)
      also?.()
      return job
    })
    tell(changed)
    return changed
  }

  function moved(job: MediaJobRow, to: MediaState, patch: JobPatch): MediaJobRow {
    if (!next[job.state].includes(to)) {
      throw new AppError('conflict', `A job that is ${job.state} does not become ${to}`)
    }
    const ended = isFinal(to)
    return {
      ...{ ...job, error: null, fieldErrors: [], ...patch, state: to },
      ...(ended && { cancelling: false, position: null, progress: null }),
      endedAt: ended ? now() : null,
    }
  }

  return {
    read: (id) => readJob(database, id),
    move: (id, to, patch = {}, also) => write(id, (job) => moved(job, to, patch), also),
    note(id, patch) {
      const job = readJob(database, id)
      const noted = { ...job, ...patch }
      if (JSON.stringify(noted) === JSON.stringify(job)) return
      try {
        database.transaction(() => updateJob(database, noted), 'relaxed')
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
      tell(noted)
    },
    beginPost(id, sent) {
      write(id, (job) => {
        if (job.posts >= job.consents) {
          throw new AppError('conflict', 'The user has not consented to another paid request')
        }
        const submitting = moved(job, 'submitting', { sent, handle: null, result: null })
        return { ...submitting, posts: job.posts + 1, submittedAt: now() }
      })
    },
    takePostBack(id, to, patch) {
      write(id, (job) => ({ ...moved(job, to, patch), posts: job.posts - 1, submittedAt: null }))
    },
    consentAgain: (id) =>
      write(id, (job) => {
        // Until it is settled, the request before may still be answered.
        if (!isFinal(job.state)) throw new AppError('conflict', 'The job is under way')
        const again = moved(job, 'waiting', { price: null, handle: null, result: null, sent: null })
        return { ...again, consents: job.posts + 1, submittedAt: null }
      }),
    requestCancel: (id) => void write(id, (job) => ({ ...job, cancelling: true })),
    settled(id) {
      const job = readJob(database, id)
      if (isFinal(job.state)) return Promise.resolve(job)
      return new Promise((resolve) => waiters.set(id, [...(waiters.get(id) ?? []), resolve]))
    },
  }
}
