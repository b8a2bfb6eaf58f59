import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { MediaOutput } from '../../../shared/media/media.ts'
import { insertOutput, readOutputs, readOutputsOf } from '../outputs/outputRow.ts'
import type { Unkept } from '../../pictures/pixels/keepRest.ts'
import { patiently, type JobContext } from './jobContext.ts'
import type { MediaJobRow } from './jobRow.ts'

/**
 * Returns the place of a file among a job's outputs. If the job keeps the rest of a picture, each
 * file has one more place, before it, for the picture that is made of it.
 */
export function placeOf({ restOf }: Pick<MediaJobRow, 'restOf'>, index: number): number {
  return restOf ? index * 2 + 1 : index
}

/**
 * Adds to each stored picture of a job the same one in which only what is below the mask has
 * changed, if the user wants that. It takes what is stored here alone, so it may be done again
 * after a kill: what is there is not made anew. Returns the reason if one could not be made.
 * Errors: aborted once Parley quits.
 */
export async function addKeptPictures(
  context: JobContext,
  job: MediaJobRow,
): Promise<AppError | undefined> {
  if (!job.restOf) return undefined
  const outputs = readOutputsOf(context.database, job.id)
  const there = new Set(outputs.map(({ ordinal }) => ordinal))
  let failure: AppError | undefined
  for (const output of outputs) {
    const isMade = output.ordinal % 2 === 0
    if (isMade || output.kind !== 'image' || there.has(output.ordinal - 1)) continue
    // A composite made from a truncated picture would look complete.
    if (output.cut) continue
    failure ??= await addKeptPicture(context, job.restOf, output)
  }
  return failure
}

async function addKeptPicture(
  context: JobContext,
  { pictureId, maskId }: NonNullable<MediaJobRow['restOf']>,
  output: MediaOutput,
): Promise<AppError | undefined> {
  const { blobs, pixels, closing, storeFile, database, now, broadcast } = context
  const paths = {
    original: blobs.path(pictureId),
    mask: blobs.path(maskId),
    result: blobs.path(output.fileId),
  }
  const made = await pixels.keepRest(paths, closing)
  if (typeof made === 'string') return failureOf(made)
  const { jobId, seed, flagged } = output
  const stored = await patiently(context, jobId, () => storeFile({ bytes: made }, closing))
  const kept = {
    ...{ id: randomUUID(), jobId, ordinal: output.ordinal - 1, ...stored, seed, flagged },
    ...{ favourite: false, createdAt: now(), deletedAt: null },
  }
  await patiently(context, jobId, () => database.transaction(() => insertOutput(database, kept)))
  broadcast('outputsChanged', readOutputs(database, [kept.id]))
  return undefined
}

function failureOf(reason: Unkept): AppError | undefined {
  if (reason === 'wholeMask') return undefined
  if (reason === 'shape') {
    return new AppError('restOtherShape', 'The result has other proportions than the picture')
  }
  return new AppError('restUnreadable', `The rest was not kept: ${reason}`)
}
