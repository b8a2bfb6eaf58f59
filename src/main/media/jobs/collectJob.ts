import { randomUUID } from 'node:crypto'
import { AppError, toWire } from '../../../shared/errors.ts'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { NoResult, type ProducedFile, type RemoteResult } from '../mediaProvider.ts'
import { closeGaps, insertOutput, readOutputs, readOutputsOf } from '../outputs/outputRow.ts'
import { addKeptPictures, placeOf } from './addKeptPictures.ts'
import { discardResult } from './discardResult.ts'
import { assertOpen, patiently, type JobContext } from './jobContext.ts'
import type { MediaJobRow } from './jobRow.ts'
import type { JobPatch } from './jobStates.ts'
import { addressesOf, patchOf } from './submitJob.ts'
import { takeEarlierOutputs } from './takeEarlierOutputs.ts'

/**
 * Stores the files of a finished job: first the bytes, then the row, then the next file. What is
 * stored already is not fetched again. Then it makes the pictures that keep the rest of an edited
 * one. Only once all is there, the service may delete it.
 */
export async function collectJob(context: JobContext, id: string): Promise<void> {
  const { states } = context
  for (let refetched = false; ; refetched = true) {
    const job = states.read(id)
    const result = await resultOf(context, job)
    if (result === 'ended') return
    const failure = result === 'stored' ? undefined : await storeResult(context, job, result)
    const mayRefetch = !refetched && job.handle !== null
    if (failure?.code === 'mediaExpired' && mayRefetch) {
      await patiently(context, id, () => states.move(id, 'collecting', { result: null }))
      continue
    }
    const unkept = await addKeptPictures(context, job)
    const left = failure ? undefined : await discardResult(context, job)
    const known = result === 'stored' ? undefined : result
    const shown = { broken: failure ?? known?.brokenBy, isCached: known?.isCached === true }
    const files = ownFilesOf(context, job)
    const error = problemOf(job, files, { ...shown, other: left ?? unkept })
    const patch = error ? { error: toWire(error) } : {}
    // Stored files were paid for, so the job is done even if the others failed.
    if (files.length === 0) await patiently(context, id, () => states.move(id, 'failed', patch))
    else await patiently(context, id, () => finish(context, id, patch))
    context.held.delete(id)
    return
  }
}

/** Returns the stored files of the service's own, without the pictures that keep the rest. */
function ownFilesOf({ database }: JobContext, { id, restOf }: MediaJobRow): MediaOutput[] {
  return readOutputsOf(database, id).filter(({ ordinal }) => !restOf || ordinal % 2 === 1)
}

interface Problems {
  /** Why there may be fewer files than were asked for. */
  broken: AppError | undefined
  isCached: boolean
  /** Any other error. */
  other: AppError | undefined
}

/** Returns what the user has to know of a job that has ended; undefined if all is well. */
function problemOf(
  job: MediaJobRow,
  files: readonly MediaOutput[],
  { broken, isCached, other }: Problems,
): AppError | undefined {
  const { asked, providerName: provider } = job
  const came = files.length
  const isFewer = asked !== null && came < asked
  const counts = asked !== null && (isFewer || (broken && came === asked)) ? { came, asked } : {}
  const fewer = isFewer
    ? new AppError('mediaFewer', 'Fewer results came than were asked for', { provider })
    : undefined
  const cut = files.some((file) => file.cut)
    ? new AppError('mediaCut', 'The end of a file is missing', { provider })
    : undefined
  const made = isCached ? alreadyMade(job) : undefined
  const told = broken ?? cut ?? other ?? made ?? fewer
  return told && new AppError(told.code, told.message, { ...told.details, ...counts }, told)
}

/** Ends a job. Where no kept picture could be made, its empty place is removed. */
function finish({ states, database, broadcast }: JobContext, id: string, patch: JobPatch): void {
  let moved: MediaOutput[] = []
  states.move(id, 'done', patch, () => (moved = closeGaps(database, id)))
  if (moved.length > 0) broadcast('outputsChanged', moved)
}

/** Returns the result; `stored` if no more than what is here is to be had. */
async function resultOf(
  context: JobContext,
  job: MediaJobRow,
): Promise<RemoteResult | 'stored' | 'ended'> {
  const { states, held, services, closing, database } = context
  const { id, handle, price } = job
  const known = held.get(id) ?? (job.result && { files: job.result, price })
  if (known) return known
  if (!handle) {
    // Parley was closed before the bytes were stored, and the service keeps none.
    if (readOutputsOf(database, id).length > 0) return 'stored'
    const error = toWire(new AppError('mediaLost', 'The result was not stored in time'))
    states.move(id, 'lost', { error })
    return 'ended'
  }
  const { remote } = await services.find(job.providerId)
  if (!remote) throw new AppError('mediaLost', 'The service keeps no results')
  try {
    const result = await patiently(context, id, () => remote.result(handle, closing))
    const addresses = addressesOf(result)
    if (addresses === null) held.set(id, result)
    const patch = { result: addresses, price: result.price }
    await patiently(context, id, () => states.move(id, 'collecting', patch))
    return result
  } catch (error) {
    if (!(error instanceof NoResult)) throw error
    await patiently(context, id, () => states.move(id, 'failed', patchOf(error)))
    return 'ended'
  }
}

function alreadyMade({ providerName: provider }: MediaJobRow): AppError {
  return new AppError('mediaAlreadyMade', 'The service took the result from its cache', {
    provider,
  })
}

/** Stores a result. Returns the reason if some of it is missing. */
function storeResult(
  context: JobContext,
  job: MediaJobRow,
  result: RemoteResult,
): Promise<AppError | undefined> {
  return result.isCached && result.files.length === 0
    ? takeEarlierOutputs(context, job)
    : storeAll(context, job, result)
}

/** Returns the reason if a file could not be stored. */
async function storeAll(
  context: JobContext,
  job: MediaJobRow,
  { files }: RemoteResult,
): Promise<AppError | undefined> {
  if (files.length === 0) {
    const { providerName: provider } = job
    return new AppError('mediaEmpty', 'The result has no files', { provider })
  }
  const there = new Set(readOutputsOf(context.database, job.id).map(({ ordinal }) => ordinal))
  let failure: AppError | undefined
  for (const [index, file] of files.entries()) {
    const ordinal = placeOf(job, index)
    if (there.has(ordinal)) continue
    try {
      await storeOne(context, job, ordinal, file)
    } catch (error) {
      assertOpen(context)
      if (!(error instanceof AppError)) throw error
      failure ??= error
    }
  }
  return failure
}

async function storeOne(
  context: JobContext,
  job: MediaJobRow,
  ordinal: number,
  file: ProducedFile,
): Promise<void> {
  const { database, storeFile, services, broadcast, closing, now } = context
  const { id: jobId } = job
  // The addresses of a result outlive the service that gave them.
  const provider = await services.find(job.providerId).catch(() => undefined)
  const stored = await patiently(context, jobId, () => storeFile(file, closing, provider?.origin))
  const output = {
    ...{ id: randomUUID(), jobId, ordinal, ...stored },
    seed: file.seed ?? job.seed,
    flagged: file.flagged ?? false,
    favourite: false,
    createdAt: now(),
    deletedAt: null,
  }
  await patiently(context, jobId, () => database.transaction(() => insertOutput(database, output)))
  broadcast('outputsChanged', readOutputs(database, [output.id]))
}
