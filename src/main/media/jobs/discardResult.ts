import { AppError } from '../../../shared/errors.ts'
import { backOff } from '../../jobs/backOff.ts'
import { assertOpen, passes, pause, type JobContext } from './jobContext.ts'
import type { MediaJobRow } from './jobRow.ts'

const maxTries = 3
const answerMilliseconds = 30_000

/**
 * Deletes what the service keeps of a job, if the user wants that or has asked for it, once all of its result is stored
 * here. The job waits for a few tries only. Returns the reason if the service still has it. Errors:
 * aborted once Parley quits; the next start tries again.
 */
export async function discardResult(
  context: JobContext,
  { id, providerId, handle }: MediaJobRow,
  isAsked = false,
): Promise<AppError | undefined> {
  if (!handle) return undefined
  for (let tries = 1; ; tries++) {
    try {
      const { remote } = await context.services.find(providerId)
      const ending = AbortSignal.any([context.closing, AbortSignal.timeout(answerMilliseconds)])
      await remote?.discard?.(handle, ending, isAsked)
      assertOpen(context)
      return undefined
    } catch (error) {
      assertOpen(context)
      if (passes(error) && tries < maxTries) {
        await pause(context, id, backOff(tries, error))
        continue
      }
      context.log('A result was not deleted at its service', error)
      return notDeleted(error)
    }
  }
}

function notDeleted(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'mediaNotDeleted') return error
  const details = error instanceof AppError ? error.details : {}
  return new AppError('mediaNotDeleted', 'The service has not deleted the result', details, error)
}
