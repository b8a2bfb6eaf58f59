import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import { count, flag, integer, text } from '../answer/answerFields.ts'
import type { BatchPage } from '../batchPages.ts'
import { batchRefusal } from '../errors/batchRefusal.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { remoteIdSchema } from '../remoteFiles.ts'
import type { RemoteBatch, RemoteState } from '../requestBatches.ts'
import { nextAfter } from './nextAfter.ts'

/** States in the words of all services with this dialect, in lower case. */
const stateByWord: Readonly<Record<string, RemoteState>> = {
  validating: 'validating',
  queued: 'validating',
  pending: 'validating',
  in_progress: 'running',
  running: 'running',
  finalizing: 'finalizing',
  cancelling: 'cancelling',
  cancellation_requested: 'cancelling',
  completed: 'completed',
  success: 'completed',
  failed: 'failed',
  expired: 'expired',
  timeout_exceeded: 'expired',
  cancelled: 'cancelled',
  canceled: 'cancelled',
}

/** Returns a service's word for a state. One that is unknown is no end. */
export function remoteStateOf(word: string): RemoteState {
  return stateByWord[word.toLowerCase()] ?? 'running'
}

/** Some services send `{}` in place of a file's id. */
const fileId = z.string().min(1).nullish().catch(null)

/** The numbers of a batch's requests. Missing ones count as 0. */
export const requestCounts = z
  .object({ total: count, completed: count, failed: count })
  .transform(({ total, completed, failed }) => ({
    ...{ total: total ?? 0, done: completed ?? 0, failed: failed ?? 0 },
  }))
  .nullish()
  .catch(null)

const batchSchema = z.object({
  id: remoteIdSchema,
  status: z.string(),
  output_file_id: fileId,
  error_file_id: fileId,
  request_counts: requestCounts,
  errors: z
    .object({ data: z.array(z.object({ code: text, message: text, line: integer })) })
    .nullish()
    .catch(null),
})

/** Reads a batch. Together puts a new one into `job`. Errors: malformedAnswer. */
export function parseBatch(answer: unknown, context: ErrorContext): RemoteBatch {
  const json = isObject(answer) && isObject(answer['job']) ? answer['job'] : answer
  const parsed = batchSchema.safeParse(json)
  if (!parsed.success) throw new AppError('malformedAnswer', 'The batch has an unknown shape')
  const { id, status, output_file_id, error_file_id, request_counts: counts, errors } = parsed.data
  return {
    id,
    state: remoteStateOf(status),
    counts: counts ?? null,
    results: [output_file_id, error_file_id].flatMap((file) => file ?? []),
    errors: (errors?.data ?? []).map(({ code, message, line }) => ({
      line: line ?? null,
      error: batchRefusal(code ?? '', message ?? '', context),
    })),
    dollars: null,
  }
}

interface ListedBatch {
  inputId: string | null
  json: unknown
}

const listedSchema = z.object({ id: remoteIdSchema, input_file_id: fileId })
const pageSchema = z.object({ data: z.array(z.unknown()), has_more: flag, last_id: text })

/** Reads a page of the list, and the id after which the next begins. Errors: malformedAnswer. */
export function parseBatchPage(answer: unknown): BatchPage<ListedBatch> {
  // Together sends a bare list.
  const page = pageSchema.safeParse(Array.isArray(answer) ? { data: answer } : answer)
  if (!page.success)
    throw new AppError('malformedAnswer', 'The list of batches has an unknown shape')
  const batches = page.data.data.flatMap((json) => {
    const batch = listedSchema.safeParse(json)
    return batch.success
      ? [{ id: batch.data.id, inputId: batch.data.input_file_id ?? null, json }]
      : []
  })
  return { batches, next: nextAfter({ ...page.data, data: batches }) }
}
