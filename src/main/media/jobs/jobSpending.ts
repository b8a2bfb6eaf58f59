import type { MediaJob } from '../../../shared/media/media.ts'
import { forgetSpend, guardLedger, recordAmount } from '../../spending/ledger.ts'
import { toAmount, type Amount } from '../../spending/priceOfSpend.ts'
import type { Database } from '../../storage/connection.ts'

interface PaidJob extends Pick<
  MediaJob,
  | 'id'
  | 'providerId'
  | 'modelId'
  | 'conversationId'
  | 'state'
  | 'estimate'
  | 'price'
  | 'submittedAt'
> {
  /** Number of paid requests sent. */
  posts: number
}

/**
 * Writes the last paid request of a job to the ledger, with its amount as far as it is known.
 * Called in the transaction that writes the job; a failure is logged. A request that was taken back
 * has cost nothing; an earlier one keeps its row.
 */
export function recordJob(database: Database, job: PaidJob): void {
  const { posts, submittedAt, providerId, modelId, conversationId } = job
  guardLedger(database, () => {
    forgetSpend(database, requestOrigin(job, posts + 1))
    if (posts === 0 || submittedAt === null) return
    const request = {
      ...{ origin: requestOrigin(job, posts), at: submittedAt, conversationId },
      ...{ model: { providerId, modelId }, messageId: null, usage: null },
    }
    recordAmount(database, { ...request, kind: 'media' }, jobAmount(job))
  })
}

/** Names the request of this number, from 1. The migration of the ledger does it alike. */
function requestOrigin({ id }: PaidJob, number: number): string {
  return `media/${id}/${String(number)}`
}

function jobAmount({ price, estimate, state }: PaidJob): Amount {
  if (price) return toAmount('known', price)
  // A service that is free tells no price of what it did not finish.
  if (estimate?.amount === 0) return toAmount('known', estimate)
  // A service may charge less than its estimate for a job that failed, or nothing.
  return estimate && state === 'done' ? toAmount('estimated', estimate) : { basis: 'unknown' }
}
