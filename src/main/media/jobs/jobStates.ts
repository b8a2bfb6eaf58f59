import { AppError, type WireError } from '../../../shared/errors.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import { finalMediaStates, type media, type MediaState } from '../../../shared/media/media.ts'
import type { Database, Durability } from '../../storage/connection.ts'
import { isAboutAccount } from './aboutAccount.ts'
import { readJob, readOpenJobs, toPage, updateJob, type MediaJobRow } from './jobRow.ts'

/** Fields of a job that may change besides its state. */
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

/**
 * The states of jobs. Nothing else writes them. Each survives a crash before anybody is told. What
 * costs money is on the disk by then; a loss of power may undo what the service tells again.
 */
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
  /** Tells that the job waits until a time because of an error; it is tried then. */
  hold: (id: string, error: WireError, until: number) => void
  /** The wait of `hold` is over. */
  release: (id: string) => void
  /** Returns the jobs under way and those that the user has to decide about, the oldest first. */
  open: () => MediaJobRow[]
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
  /** Calls back whenever the page is told of the job. Returns what ends that. */
  follow: (id: string, onTold: (job: MediaJobRow) => void) => () => void
  /** Resolves to the job once it is in a final state. */
  settled: (id: string) => Promise<MediaJobRow>
  /** Resolves to the job once it is in a final state, or waits for what only the user can do. */
  settledOrHeld: (id: string) => Promise<MediaJobRow>
}

interface Waiter {
  resolve: (job: MediaJobRow) => void
  isDone: (job: MediaJobRow) => boolean
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

/**
 * Tells whether the next start finds a state again by itself: the service tells that a job runs, or
 * has run, and the stored files tell that it is done. A patch may hold what nobody tells again, such
 * as a result's price. Twenty jobs that wait for the disk each time would stall main.
 */
function isToldAgain(to: MediaState, patch: JobPatch): boolean {
  return (
    to === 'running' || to === 'done' || (to === 'collecting' && Object.keys(patch).length === 0)
  )
}

export function createJobStates(
  database: Database,
  broadcast: Broadcast<typeof media>,
  now: () => number = Date.now,
): JobStates {
  const waiters = new Map<string, Waiter[]>()
  const followers = new Map<string, (job: MediaJobRow) => void>()
  // Not stored: after a restart, each job tries again at once.
  const pauses = new Map<string, number>()

  const withPause = (job: MediaJobRow): MediaJobRow => ({
    ...job,
    until: pauses.get(job.id) ?? null,
  })
  const read = (id: string): MediaJobRow => withPause(readJob(database, id))

  function tell(job: MediaJobRow): void {
    broadcast('jobsChanged', [toPage(job)])
    followers.get(job.id)?.(job)
    const waiting = waiters.get(job.id) ?? []
    const left = waiting.filter(({ isDone }) => !isDone(job))
    if (left.length > 0) waiters.set(job.id, left)
    else waiters.delete(job.id)
    for (const { resolve, isDone } of waiting) if (isDone(job)) resolve(job)
  }

  function until(id: string, isDone: Waiter['isDone']): Promise<MediaJobRow> {
    const job = read(id)
    if (isDone(job)) return Promise.resolve(job)
    return new Promise((resolve) =>
      waiters.set(id, [...(waiters.get(id) ?? []), { resolve, isDone }]),
    )
  }

  function note(id: string, patch: JobPatch, isPauseNew = false): void {
    const job = readJob(database, id)
    const noted = { ...job, ...patch }
    const isNew = JSON.stringify(noted) !== JSON.stringify(job)
    try {
      if (isNew) database.transaction(() => updateJob(database, noted), 'relaxed')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
    if (isNew || isPauseNew) tell(withPause(noted))
  }

  /** Writes a job in one transaction, and then tells of it. */
  function write(
    id: string,
    change: (job: MediaJobRow) => MediaJobRow,
    { also, durability }: { also?: (() => void) | undefined; durability?: Durability } = {},
  ) {
    const changed = database.transaction(() => {
      const job = change(readJob(database, id))
      updateJob(database, job)
      also?.()
      return job
    }, durability)
    // Any change of state ends the job's pause.
    pauses.delete(id)
    tell(changed)
    return changed
  }

  function moved(job: MediaJobRow, to: MediaState, patch: JobPatch): MediaJobRow {
    if (!next[job.state].includes(to)) {
      throw new AppError('conflict', `A job that is ${job.state} does not become ${to}`)
    }
    const ended = isFinal(to)
    return {
      ...{ ...job, error: null, until: null, fieldErrors: [], ...patch, state: to },
      ...(ended && { cancelling: false, position: null, progress: null }),
      endedAt: ended ? now() : null,
    }
  }

  return {
    read,
    move(id, to, patch = {}, also) {
      const durability = isToldAgain(to, patch) ? 'relaxed' : 'synced'
      return write(id, (job) => moved(job, to, patch), { also, durability })
    },
    note,
    hold(id, error, time) {
      pauses.set(id, time)
      note(id, { error }, true)
    },
    release(id) {
      if (pauses.delete(id)) note(id, {}, true)
    },
    open: () => readOpenJobs(database).map(withPause),
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
    follow(id, onTold) {
      followers.set(id, onTold)
      return () => {
        if (followers.get(id) === onTold) followers.delete(id)
      }
    },
    settled: (id) => until(id, ({ state }) => isFinal(state)),
    settledOrHeld: (id) =>
      until(id, ({ state, error, until: paused }) => {
        return isFinal(state) || (paused !== null && error !== null && isAboutAccount(error))
      }),
  }
}
