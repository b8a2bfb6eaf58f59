import { AppError, toWire } from '../../../shared/errors.ts'
import { wasNeverSent } from '../../providers/errors/providerErrors.ts'
import { NoResult, NotAccepted, type RemoteResult, type Submitted } from '../mediaProvider.ts'
import { isAboutAccount } from './aboutAccount.ts'
import type { JobContext } from './jobContext.ts'
import { assertOpen, passes, patiently, waitAfter } from './jobContext.ts'
import { checkValues } from './checkValues.ts'
import type { MediaJobRow } from './jobRow.ts'
import { isFinal, type JobPatch } from './jobStates.ts'
import { readInput } from './readInput.ts'
import { uprightInputs } from './uprightInputs.ts'

/** Longest pause before a request that certainly cost nothing is sent again. */
const maxMilliseconds = 60_000

/**
 * Sends a job's paid request, at most once per consent. Afterwards the job is with the service or
 * settled; or it is still `submitting`, because the answer was lost.
 */
export async function submitJob(context: JobContext, id: string): Promise<void> {
  for (let failures = 1; ; failures++) {
    const failure = await trySubmit(context, context.states.read(id))
    if (!failure) return
    await waitAfter(context, id, failure, failures, maxMilliseconds)
  }
}

/** Returns the reason if it may be tried again, since nothing is to be paid. */
async function trySubmit(context: JobContext, job: MediaJobRow): Promise<AppError | undefined> {
  const { states, stops } = context
  const { id } = job
  // The user may have cancelled it while it waited for a busy service.
  if (isFinal(job.state)) return undefined
  if (job.cancelling) {
    states.move(id, 'cancelled')
    return undefined
  }
  states.move(id, 'preparing', { error: job.error })
  const sending = { isPosted: false }
  try {
    const submitted = await send(context, job, sending)
    await keepAnswer(context, id, submitted)
    return undefined
  } catch (error) {
    assertOpen(context)
    const { cancelling, state } = states.read(id)
    if (!sending.isPosted) {
      if (cancelling || stops.signalOf(id).aborted) states.move(id, 'cancelled')
      else if (mayPassLater(error)) return error
      else states.move(id, 'failed', failureOf(context, error))
      return undefined
    }
    // The answer was there, and the failure is one of keeping it.
    if (state !== 'submitting') throw error
    if (error instanceof NotAccepted) return takeBack(context, id, error, cancelling)
    if (error instanceof NoResult) {
      states.move(id, 'failed', failureOf(context, error))
      return undefined
    }
    context.log('The answer to a paid request was lost', error)
    if (cancelling && !job.resumable) states.move(id, 'cancelled')
    else states.note(id, { error: toWire(error) })
    return undefined
  } finally {
    context.posting.delete(id)
  }
}

/** `sending` tells whether the paid request may have left. */
async function send(
  context: JobContext,
  job: MediaJobRow,
  sending: { isPosted: boolean },
): Promise<Submitted> {
  const { states, services, blobs, pixels, stops, closing, broadcast } = context
  const { id, modelId, values, kind } = job
  const stopped = AbortSignal.any([closing, stops.signalOf(id)])
  const provider = await services.find(job.providerId)
  const fields = await provider.form(modelId, stopped)
  // It may be another form than that which the user has filled in.
  const errors = checkValues(fields, values)
  if (errors.length > 0) {
    const subject = errors[0]?.name
    throw new NotAccepted(
      new AppError('fieldsInvalid', 'The form has changed', { subject }),
      errors,
    )
  }
  const read = readInput(blobs)
  const request = {
    ...{ jobId: id, modelId, kind, fields },
    values: await uprightInputs(context, fields, values),
    read,
    transparentMask: async (mask: { id: string }) =>
      pixels.transparentMask(await read(mask), stopped),
    path: (input: { id: string }) => blobs.path(input.id),
  }
  return provider.submit(request, {
    signal: stopped,
    async pay(post, sent = null) {
      if (sending.isPosted) throw new AppError('conflict', 'One paid request was sent already')
      if (stopped.aborted) throw new AppError('aborted', 'It was stopped before it was sent')
      context.posting.add(id)
      states.beginPost(id, sent)
      sending.isPosted = true
      return post(job.resumable ? closing : stopped)
    },
    report: (progress) => states.note(id, { progress: Math.min(1, Math.max(0, progress)) }),
    log: (lines) => broadcast('log', { jobId: id, lines: [...lines] }),
    preview: ({ bytes, ...picture }) =>
      broadcast('preview', { jobId: id, ...picture, bytes: new Uint8Array(bytes) }),
  })
}

/** Writes down what the service has answered, before anything else reads it. */
async function keepAnswer(context: JobContext, id: string, submitted: Submitted): Promise<void> {
  const { states, held } = context
  if (!('result' in submitted)) {
    const { handle } = submitted
    await patiently(context, id, () => states.move(id, 'queued', { handle }))
    return
  }
  const { result, handle = null } = submitted
  held.set(id, result)
  const patch = { price: result.price, result: addressesOf(result), handle }
  await patiently(context, id, () => states.move(id, 'collecting', patch))
}

/** Returns the addresses of a result's files; null if one came as bytes. */
export function addressesOf({ files }: RemoteResult) {
  const addressed = files.flatMap((file) => ('url' in file ? [file] : []))
  if (addressed.length < files.length) return null
  return addressed.map(({ url, seed, flagged }) => ({
    url,
    ...(seed !== undefined && { seed }),
    ...(flagged !== undefined && { flagged }),
  }))
}

/**
 * Tells whether a refused request may be sent again without the user. A service that fails within
 * may have done the work; one that was not reached, says that it is busy, or takes neither the key
 * nor the balance has not.
 */
function maySendAgain(reason: AppError): boolean {
  if (isAboutAccount(reason)) return true
  if (!passes(reason)) return false
  return reason.code === 'rateLimited' || reason.code === 'overloaded' || wasNeverSent(reason)
}

/** Tells whether it passes by itself, or once the user has mended the account. */
function mayPassLater(error: unknown): error is AppError {
  return passes(error) || (error instanceof AppError && isAboutAccount(error))
}

function takeBack(
  { states }: JobContext,
  id: string,
  { reason, fieldErrors }: NotAccepted,
  cancelling: boolean,
): AppError | undefined {
  const error = toWire(reason)
  if (cancelling) states.takePostBack(id, 'cancelled', {})
  else if (maySendAgain(reason)) {
    states.takePostBack(id, 'waiting', { error })
    return reason
  } else states.takePostBack(id, 'failed', { error, fieldErrors: [...fieldErrors] })
  return undefined
}

function failureOf({ log }: JobContext, error: unknown): JobPatch {
  if (error instanceof NoResult) {
    return patchOf(error)
  }
  if (!(error instanceof AppError)) log('A media job could not be prepared', error)
  return { error: toWire(error) }
}

/** Returns what a job keeps of an answer without a result: why, and what it has cost. */
export function patchOf({ reason, fieldErrors, price }: NoResult): JobPatch {
  return { error: toWire(reason), fieldErrors: [...fieldErrors], ...(price && { price }) }
}
