import { AppError } from '../../../shared/errors.ts'
import { mediaOutputSchema, type MediaOutput } from '../../../shared/media/media.ts'
import type { Database, Row } from '../../storage/connection.ts'

export const outputColumns = `o.id, o.job_id, o.ordinal, o.file_id, o.kind, o.media_type,
  o.size_bytes, o.width, o.height, o.duration_milliseconds, o.seed, o.flagged, o.favourite,
  o.created_at, o.deleted_at, o.cut, j.provider_id, j.model_id, j.prompt`
export const outputTables = 'media_output o JOIN media_job j ON j.id = o.job_id'

/** A new output; what its job tells is left out. */
export type NewOutput = Omit<MediaOutput, 'providerId' | 'modelId' | 'prompt'>

/** Adds an output. The same place in the same job is written once. */
export function insertOutput(database: Database, output: NewOutput): void {
  database.run(
    `INSERT INTO media_output (id, job_id, ordinal, file_id, kind, media_type, size_bytes, width,
       height, duration_milliseconds, seed, flagged, favourite, created_at, deleted_at, cut)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job_id, ordinal) DO NOTHING`,
    ...[output.id, output.jobId, output.ordinal, output.fileId, output.kind, output.mediaType],
    ...[output.sizeBytes, output.width, output.height, output.durationMilliseconds, output.seed],
    ...[Number(output.flagged), Number(output.favourite), output.createdAt, output.deletedAt],
    Number(output.cut),
  )
}

/** Returns the outputs of these ids that are there, in the order of the ids. */
export function readOutputs(database: Database, ids: readonly string[]): MediaOutput[] {
  const sql = `SELECT ${outputColumns} FROM ${outputTables} WHERE o.id = ?`
  return ids.flatMap((id) => {
    const row = database.get(sql, id)
    return row ? readableOutput(row) : []
  })
}

/** Returns an output. Errors: mediaMissing. */
export function readOutput(database: Database, id: string): MediaOutput {
  const output = readOutputs(database, [id])[0]
  if (output) return output
  throw new AppError('mediaMissing', 'There is no such output')
}

/** Returns the outputs of a job, in their order. */
export function readOutputsOf(database: Database, jobId: string): MediaOutput[] {
  return database
    .all(
      `SELECT ${outputColumns} FROM ${outputTables} WHERE o.job_id = ? ORDER BY o.ordinal`,
      jobId,
    )
    .flatMap(readableOutput)
}

/**
 * Numbers the outputs of a job from 0 on, in their order, so that no number is missing in their
 * names. Returns those whose place has changed.
 */
export function closeGaps(database: Database, jobId: string): MediaOutput[] {
  const moved = readOutputsOf(database, jobId)
    .map((output, place) => ({ output, place }))
    .filter(({ output, place }) => output.ordinal !== place)
  for (const { output, place } of moved) {
    database.run('UPDATE media_output SET ordinal = ? WHERE id = ?', place, output.id)
  }
  return readOutputs(
    database,
    moved.map(({ output }) => output.id),
  )
}

/** Returns the outputs that were made from an output, the oldest first. */
export function readChildren(database: Database, id: string): MediaOutput[] {
  return database
    .all(
      `SELECT ${outputColumns} FROM ${outputTables} WHERE o.deleted_at IS NULL AND o.job_id IN
         (SELECT job_id FROM media_input WHERE output_id = ?) ORDER BY o.created_at, o.id`,
      id,
    )
    .flatMap(readableOutput)
}

/**
 * Returns a row's output; none for a row that another program has made unreadable, which must not
 * hide the others.
 */
export function readableOutput(row: Row): MediaOutput[] {
  const output = mediaOutputSchema.safeParse(fieldsOf(row)).data
  return output ? [output] : []
}

function fieldsOf(row: Row): Record<keyof MediaOutput, unknown> {
  return {
    id: row['id'],
    jobId: row['job_id'],
    ordinal: row['ordinal'],
    fileId: row['file_id'],
    kind: row['kind'],
    mediaType: row['media_type'],
    sizeBytes: row['size_bytes'],
    width: row['width'],
    height: row['height'],
    durationMilliseconds: row['duration_milliseconds'],
    seed: row['seed'],
    flagged: row['flagged'] === 1,
    cut: row['cut'] === 1,
    favourite: row['favourite'] === 1,
    createdAt: row['created_at'],
    deletedAt: row['deleted_at'],
    providerId: row['provider_id'],
    modelId: row['model_id'],
    prompt: row['prompt'],
  }
}
