import { AppError } from '../../../shared/errors.ts'
import type { HostedApi } from './hostedApi.ts'

const pollMilliseconds = 5000
const maxPolls = (30 * 60_000) / pollMilliseconds

/**
 * Resolves once the service has finished a batch: to false if it does not know it. Errors: timeout
 * after half an hour; a later look goes on waiting.
 */
export async function untilIndexed({
  api,
  storeId,
  batchId,
  wait,
  signal,
}: {
  api: Pick<HostedApi, 'batch'>
  storeId: string
  batchId: string
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}): Promise<boolean> {
  for (let polls = 0; polls <= maxPolls; polls += 1) {
    if (polls > 0) await wait(pollMilliseconds, signal)
    const status = await api.batch(storeId, batchId)
    if (status !== 'in_progress') return status !== undefined
  }
  throw new AppError('timeout', 'The service has not indexed the texts within half an hour')
}
