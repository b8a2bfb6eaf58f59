import { randomUUID } from 'node:crypto'
import type { MediaInput } from '../../../shared/media/mediaForm.ts'
import type { SketchModel } from '../../../shared/media/sketch.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { JobContext } from '../jobs/jobContext.ts'
import { insertJob, readState, updateJob, type MediaJobRow } from '../jobs/jobRow.ts'
import { insertOutput, readOutputs } from '../outputs/outputRow.ts'
import type { MadeSketch, SketchSpending } from './createSketches.ts'

export type SketchRowContext = Pick<
  JobContext,
  'database' | 'storeFile' | 'broadcast' | 'closing' | 'now'
> & { blobs: Pick<Blobs, 'create'> }

/**
 * Writes a session down as one paid job without outputs, so that the sum of the month has it. Its
 * price stays unknown while it runs, and where the service counts in seconds.
 */
export function writeSpending(
  { database, now }: Pick<SketchRowContext, 'database' | 'now'>,
  { id, model, price, answers }: SketchSpending,
): void {
  const at = now()
  const isCounted = price?.unit === 'image' && answers > 0
  const job: MediaJobRow = {
    ...doneJob(id, model, at),
    ...{ posts: 1, submittedAt: at },
    price: isCounted ? { amount: answers * price.amount, currency: price.currency } : null,
  }
  if (readState(database, id) === undefined) insertJob(database, job, [])
  else database.transaction(() => updateJob(database, job))
}

/** Puts a picture with its drawing and settings into the gallery. Returns the id of the output. */
export async function keepSketch(
  context: SketchRowContext,
  { model, price, picture, sketch, service }: MadeSketch,
): Promise<string> {
  const { database, blobs, storeFile, broadcast, closing, now } = context
  const stored = await storeFile({ bytes: picture.bytes }, closing)
  const writer = await blobs.create()
  await writer.append(sketch.drawing)
  const { id: fileId, sizeBytes } = await writer.finish()
  const drawing: MediaInput = {
    ...{ id: fileId, sizeBytes, outputId: null },
    ...{ name: 'drawing.jpg', mediaType: 'image/jpeg' },
  }
  const job: MediaJobRow = {
    ...doneJob(randomUUID(), model, now()),
    values: service.values(model.modelId, sketch, drawing),
    ...{ prompt: sketch.prompt, seed: picture.seed ?? sketch.seed },
    // The session has paid for it.
    estimate: price?.unit === 'image' ? { amount: price.amount, currency: price.currency } : null,
  }
  const outputId = randomUUID()
  database.transaction(() => {
    insertJob(database, job, [drawing])
    insertOutput(database, {
      ...{ id: outputId, jobId: job.id, ordinal: 0, ...stored },
      ...{ seed: job.seed, flagged: false, favourite: false },
      ...{ createdAt: job.createdAt, deletedAt: null },
    })
  })
  broadcast('outputsChanged', readOutputs(database, [outputId]))
  return outputId
}

function doneJob(id: string, model: SketchModel, at: number): MediaJobRow {
  const { providerId, modelId } = model
  return {
    ...{ id, providerId, modelId, modelName: model.name, providerName: model.providerName },
    ...{ kind: 'image', state: 'done', resumable: false, cancelling: false, values: {} },
    ...{ prompt: '', seed: null, asked: null, parentIds: [], conversationId: null },
    ...{ consents: 1, posts: 0, sent: null, handle: null, result: null, restOf: null },
    ...{ estimate: null, price: null, position: null, progress: null },
    ...{ error: null, until: null, fieldErrors: [], requestId: null },
    ...{ createdAt: at, submittedAt: null, endedAt: at },
  }
}
