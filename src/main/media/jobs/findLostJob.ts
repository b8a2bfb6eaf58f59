import { AppError, toWire } from '../../../shared/errors.ts'
import { assertOpen, patiently, pause, type JobContext } from './jobContext.ts'
import { hasHandle } from './jobRow.ts'

/** Time that a service may need until it lists a new job. */
const lookMilliseconds = 120_000
const firstPauseMilliseconds = 2000
const maxPauseMilliseconds = 20_000

/**
 * Looks for a job whose paid request was sent and whose answer was lost. It is adopted, or stands as
 * unknown until the user decides. Nothing is sent again.
 */
export async function findLostJob(context: JobContext, id: string): Promise<void> {
  const { states, services, database, closing, elapsed } = context
  const job = states.read(id)
  const { providerId, modelId, values, sent, submittedAt } = job
  // The answer of any other job was the result itself, which no service gives twice.
  const remote = job.resumable ? (await services.find(providerId)).remote : undefined
  const since = elapsed()
  let refusal: AppError | undefined
  const lost = {
    ...{ modelId, values, sent, submittedAt: submittedAt ?? job.createdAt },
    isTaken: (handleId: string) => hasHandle(database, providerId, handleId),
  }
  for (let wait = firstPauseMilliseconds; remote?.find; wait *= 2) {
    const find = remote.find
    const handle = await patiently(context, id, () => find(lost, closing)).catch(refusalOf)
    if (handle instanceof AppError) {
      refusal = handle
      break
    }
    if (handle) {
      await patiently(context, id, () => states.move(id, 'queued', { handle }))
      return
    }
    if (elapsed() - since >= lookMilliseconds) break
    await pause(context, id, Math.min(wait, maxPauseMilliseconds))
  }
  assertOpen(context)
  const isOther = refusal?.code === 'mediaUnknownAccount'
  const { status, requestId } = job.error?.details ?? {}
  const unknown = new AppError('mediaUnknown', 'The answer to the paid request was lost', {
    ...{ status, requestId },
  })
  states.move(id, 'unknown', { error: toWire(isOther ? refusal : unknown) })
}

/** A service that refuses to be asked, as with a key of too few rights, leaves the job unknown. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError && error.code !== 'aborted') return error
  throw error
}
