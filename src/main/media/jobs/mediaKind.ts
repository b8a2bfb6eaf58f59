import { AppError, toWire } from '../../../shared/errors.ts'
import { mediaWork } from '../../../shared/media/media.ts'
import type { JobKind, JobWait } from '../../jobs/jobKind.ts'
import { readOutputsOf } from '../outputs/outputRow.ts'
import { collectJob } from './collectJob.ts'
import { findLostJob } from './findLostJob.ts'
import { followJob } from './followJob.ts'
import { assertOpen, type JobContext } from './jobContext.ts'
import { isFinal } from './jobStates.ts'
import { readState, type MediaJobRow } from './jobRow.ts'
import { submitJob } from './submitJob.ts'

/**
 * Runs media jobs. The runner decides when; how far a job is stands in its own row. A retry by the
 * runner is no consent to a paid request.
 */
export function mediaKind(
  current: () => JobContext | undefined,
  cancel: (id: string) => void,
): JobKind<typeof mediaWork> {
  return {
    definition: mediaWork,
    keyOf: ({ id }) => id,
    subjectOf: ({ subject }) => subject,
    laneOf: ({ providerId }) => providerId,
    maxPerLane: ({ providerId }) => current()?.limits.of(providerId) ?? 1,
    holdsLane({ id }) {
      const context = current()
      return !context || !isSearched(context, id)
    },
    retry: { maxTries: Infinity },
    async run({ input: { id }, signal, isCancelled, report, hold }) {
      // The caller may be within a transaction.
      await Promise.resolve()
      const context = current()
      if (!context) throw new AppError('databaseLocked', 'The history is not open')
      const onAbort = (): void => {
        if (isCancelled()) cancel(id)
      }
      const unfollow = context.states.follow(id, (job) => hold(waitOf(context, job)))
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) onAbort()
      try {
        return await runToEnd(context, id, report)
      } catch (error) {
        assertOpen(context)
        if (!giveUp(context, id, error)) throw error
        return await runToEnd(context, id, report)
      } finally {
        signal.removeEventListener('abort', onAbort)
        unfollow()
      }
    },
  }
}

/** Tells whether the answer to a job's paid request was lost: to look for it takes nobody's turn. */
function isSearched({ database, posting }: JobContext, id: string): boolean {
  return readState(database, id) === 'submitting' && !posting.has(id)
}

/** Returns why a job stands still now; null if it does not. */
function waitOf({ stops }: JobContext, { id, error, until }: MediaJobRow): JobWait | null {
  return error && until !== null ? { error, until, wake: () => stops.wake(id) } : null
}

/**
 * Settles a job that the user cancels while its service can't be asked, for want of a key or because
 * it was removed. Any other job keeps its state and shows the reason. Returns whether it is settled.
 */
function giveUp({ states }: JobContext, id: string, error: unknown): boolean {
  const { state, cancelling } = states.read(id)
  const patch = { error: toWire(error) }
  if (cancelling && (state === 'queued' || state === 'running')) states.move(id, 'lost', patch)
  else if (cancelling && state === 'submitting') states.move(id, 'unknown', patch)
  else {
    states.note(id, patch)
    return false
  }
  return true
}

async function runToEnd(
  context: JobContext,
  id: string,
  report: (progress: { state: MediaJobRow['state'] }) => void,
) {
  for (;;) {
    const { state } = context.states.read(id)
    report({ state })
    if (isFinal(state)) {
      context.stops.forget(id)
      return { state, outputs: readOutputsOf(context.database, id).length }
    }
    await step(context, id, state)
  }
}

function step(context: JobContext, id: string, state: MediaJobRow['state']): Promise<void> {
  if (state === 'waiting' || state === 'preparing') return submitJob(context, id)
  if (state === 'submitting') return findLostJob(context, id)
  if (state === 'collecting') return collectJob(context, id)
  return followJob(context, id)
}
