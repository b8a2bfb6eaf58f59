import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../shared/errors.ts'
import { insertOutput, readOutputs, readOutputsOf } from '../outputs/outputRow.ts'
import { patiently, type JobContext } from './jobContext.ts'
import { readJobsLike, type MediaJobRow } from './jobRow.ts'

/**
 * Adds the outputs of the last job with the same values to a job whose service took the result from
 * its cache and sent no file. Returns the reason if no such job has outputs.
 */
export async function takeEarlierOutputs(
  context: JobContext,
  job: MediaJobRow,
): Promise<AppError | undefined> {
  const { database, broadcast, now } = context
  const earlier = readJobsLike(database, job)
    .filter(({ values }) => isDeepStrictEqual(values, job.values))
    .map(({ id }) => readOutputsOf(database, id).filter(({ deletedAt }) => deletedAt === null))
    .find(({ length }) => length > 0)
  if (!earlier) {
    const details = { provider: job.providerName }
    return new AppError('mediaOnlyAtService', 'The cached result is not here', details)
  }
  const copies = earlier.map((output) => ({
    ...output,
    ...{ id: randomUUID(), jobId: job.id, favourite: false, createdAt: now() },
  }))
  await patiently(context, job.id, () =>
    database.transaction(() => copies.forEach((output) => insertOutput(database, output))),
  )
  broadcast(
    'outputsChanged',
    readOutputs(
      database,
      copies.map(({ id }) => id),
    ),
  )
  return undefined
}
