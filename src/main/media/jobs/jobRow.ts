import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { mediaJobSchema, type MediaJob } from '../../../shared/media/media.ts'
import {
  formValuesSchema,
  type FormValues,
  type MediaInput,
} from '../../../shared/media/mediaForm.ts'
import type { ModelReference } from '../../../shared/models.ts'
import { foldedText } from '../../../shared/knowledge/textSearch.ts'
import { insertRow, updateRow, writeJson, type Columns } from '../../storage/columns.ts'
import type { Database, Row } from '../../storage/connection.ts'
import type { MediaHandle } from '../mediaProvider.ts'
import { recordJob } from './jobSpending.ts'

/** A job with what only main knows of it. */
export interface MediaJobRow extends MediaJob {
  /** Number of paid requests that the user has consented to. */
  consents: number
  /** Number of paid requests sent; never more than `consents`. */
  posts: number
  /** Record of the request that was sent, to find the job by; `null` if the provider gave none. */
  sent: unknown
  handle: MediaHandle | null
  /** The addresses of the result's files; null before they are known, or if bytes came at once. */
  result: readonly ResultFile[] | null
  /** The picture whose pixels outside of the mask its results keep; null if they keep none. */
  restOf: RestOf | null
  /** The number of results asked for; null if the form does not ask. */
  asked: number | null
}

/** The stored files of an edit with a mask. */
export type RestOf = z.infer<typeof restOfSchema>

const restOfSchema = z.object({ pictureId: z.string(), maskId: z.string() })

/** A file of a result that is fetched from its address. */
export type ResultFile = z.infer<typeof resultFileSchema>

const resultFileSchema = z.object({
  url: z.string(),
  seed: z.number().optional(),
  flagged: z.boolean().optional(),
})

const handleSchema = z.object({
  id: z.string(),
  addresses: z.record(z.string(), z.string()),
  account: z.string().optional(),
})

// Made once: zod compiles each schema when it is first used.
const storedHandleSchema = handleSchema.nullable()
const storedResultSchema = z.array(resultFileSchema).nullable()
const storedRestOfSchema = restOfSchema.nullable()

/** Adds a job with the files that it is given. */
export function insertJob(
  database: Database,
  job: MediaJobRow,
  inputs: readonly MediaInput[],
): void {
  database.transaction(() => {
    insertRow(database, 'media_job', { ...fixedColumns(job), ...changingColumns(job) })
    for (const { id, outputId } of inputs) {
      insertRow(database, 'media_input', { job_id: job.id, file_id: id, output_id: outputId })
    }
    recordJob(database, job)
  })
}

/** Writes what can change of a job. */
export function updateJob(database: Database, job: MediaJobRow): void {
  database.transaction(() => {
    updateRow(database, 'media_job', job.id, changingColumns(job))
    recordJob(database, job)
  })
}

/** Returns a job. Errors: mediaMissing. */
export function readJob(database: Database, id: string): MediaJobRow {
  const row = database.get('SELECT * FROM media_job WHERE id = ?', id)
  if (row) return toJob(database, row)
  throw new AppError('mediaMissing', 'There is no such job')
}

/** Returns the state of a job as it is stored; undefined if there is no such job. */
export function readState(database: Database, id: string): unknown {
  return database.get('SELECT state FROM media_job WHERE id = ?', id)?.['state']
}

/**
 * Returns the jobs under way and those that the user has to decide about, the oldest first. A row
 * that another program has made unreadable is left out: it must not stop the others.
 */
export function readOpenJobs(database: Database): MediaJobRow[] {
  return database
    .all(
      `SELECT * FROM media_job WHERE state NOT IN ('done', 'cancelled')
        ORDER BY created_at, sequence`,
    )
    .flatMap((row) => {
      try {
        return toJob(database, row)
      } catch (error) {
        if (error instanceof z.ZodError) return []
        throw error
      }
    })
}

/** Tells whether a job has the service's id. */
export function hasHandle(database: Database, providerId: string, handleId: string): boolean {
  const sql = `SELECT 1 FROM media_job
    WHERE provider_id = ? AND handle IS NOT NULL AND json_extract(handle, '$.id') = ?`
  return database.get(sql, providerId, handleId) !== undefined
}

/** Returns the id of the job that the service works on under its id. */
export function findRunningJob(
  database: Database,
  providerId: string,
  handleId: string,
): string | undefined {
  // The first condition is that of the index of open jobs.
  const row = database.get(
    `SELECT id FROM media_job WHERE state NOT IN ('done', 'cancelled')
       AND state IN ('queued', 'running') AND provider_id = ? AND json_extract(handle, '$.id') = ?`,
    ...[providerId, handleId],
  )
  return row && String(row['id'])
}

/** Number of jobs of a model that a new one is compared with. */
const maxJobsLike = 1000

/** Returns the earlier jobs with the model and the seed of a job that are done, the newest first. */
export function readJobsLike(
  database: Database,
  { id, providerId, modelId, seed }: MediaJobRow,
): Pick<MediaJobRow, 'id' | 'values'>[] {
  return database
    .all(
      `SELECT id, field_values FROM media_job WHERE provider_id = ? AND model_id = ? AND seed IS ?
         AND state = 'done' AND id <> ? ORDER BY created_at DESC, sequence DESC LIMIT ?`,
      ...[providerId, modelId, seed, id, maxJobsLike],
    )
    .map((row) => ({
      id: String(row['id']),
      values: formValuesSchema.safeParse(fromJson(row['field_values'])).data ?? {},
    }))
}

/** Returns the values of the last job with a model; none for a new one. */
export function readLastValues(
  database: Database,
  { providerId, modelId }: ModelReference,
): FormValues {
  const row = database.get(
    `SELECT field_values FROM media_job WHERE provider_id = ? AND model_id = ?
       ORDER BY created_at DESC, sequence DESC LIMIT 1`,
    ...[providerId, modelId],
  )
  return formValuesSchema.safeParse(fromJson(row?.['field_values'])).data ?? {}
}

export function deleteJob(database: Database, id: string): void {
  database.run('DELETE FROM media_job WHERE id = ?', id)
}

/** Returns the job as the page sees it. */
export function toPage({
  consents: _c,
  posts: _p,
  sent: _s,
  handle: _h,
  result: _r,
  restOf: _o,
  asked: _a,
  ...job
}: MediaJobRow): MediaJob {
  return job
}

function fixedColumns(job: MediaJobRow): Columns {
  const { id, kind, prompt, seed, asked } = job
  return {
    ...{ id, kind, prompt, seed, asked },
    ...{ provider_id: job.providerId, provider_name: job.providerName },
    ...{ model_id: job.modelId, model_name: job.modelName },
    ...{ resumable: Number(job.resumable), conversation_id: job.conversationId },
    ...{ folded: foldedText(prompt), field_values: JSON.stringify(job.values) },
    ...{ estimate: writeJson(job.estimate), rest_of: writeJson(job.restOf) },
    created_at: job.createdAt,
  }
}

function changingColumns(job: MediaJobRow): Columns {
  const { state, consents, posts, position, progress } = job
  return {
    ...{ state, consents, posts, position, progress, cancelling: Number(job.cancelling) },
    ...{ price: writeJson(job.price), sent: writeJson(job.sent) },
    ...{ handle: writeJson(job.handle), result: writeJson(job.result) },
    ...{ error: writeJson(job.error), field_errors: writeJson(job.fieldErrors) },
    ...{ submitted_at: job.submittedAt, ended_at: job.endedAt },
  }
}

function toJob(database: Database, row: Row): MediaJobRow {
  const parents = database.all(
    'SELECT DISTINCT output_id FROM media_input WHERE job_id = ? AND output_id IS NOT NULL',
    row['id'] ?? '',
  )
  const handle = storedHandleSchema.parse(fromJson(row['handle']))
  const job = mediaJobSchema.parse({
    id: row['id'],
    providerId: row['provider_id'],
    modelId: row['model_id'],
    providerName: row['provider_name'],
    modelName: row['model_name'],
    kind: row['kind'],
    state: row['state'],
    cancelling: row['cancelling'] === 1,
    resumable: row['resumable'] === 1,
    prompt: row['prompt'],
    values: fromJson(row['field_values']),
    seed: row['seed'],
    parentIds: parents.map((parent) => parent['output_id']),
    conversationId: row['conversation_id'],
    estimate: fromJson(row['estimate']),
    price: fromJson(row['price']),
    position: row['position'],
    progress: row['progress'],
    error: fromJson(row['error']),
    // Pauses are not stored: a start tries at once.
    until: null,
    fieldErrors: fromJson(row['field_errors']) ?? [],
    requestId: handle?.id ?? null,
    createdAt: row['created_at'],
    submittedAt: row['submitted_at'],
    endedAt: row['ended_at'],
  })
  const { consents, posts, sent } = row
  const result = storedResultSchema.parse(fromJson(row['result']))
  const counts = { consents: Number(consents), posts: Number(posts) }
  const restOf = storedRestOfSchema.parse(fromJson(row['rest_of']))
  const asked = row['asked'] === null ? null : Number(row['asked'])
  return { ...job, ...counts, sent: fromJson(sent), handle, result, restOf, asked }
}

function fromJson(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : null
}
