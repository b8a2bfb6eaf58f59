import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { count, text } from '../answer/answerFields.ts'
import { readBatchPages } from '../batchPages.ts'
import { batchRefusal } from '../errors/batchRefusal.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { remoteIdSchema } from '../remoteFiles.ts'
import type { RemoteBatch, RequestBatches } from '../requestBatches.ts'
import { ownConnection } from '../transport/transport.ts'
import { remoteStateOf } from './batchAnswer.ts'
import { createBatchFiles } from './batchFiles.ts'
import { createBatchRequests, type BatchesOptions } from './batchRequests.ts'
import { postJson } from './postJson.ts'

const path = '/batch/jobs'
const pageLength = 100
const timeoutHours = 24

/**
 * Creates the batches of Mistral: jobs over uploaded files. Source: CreateBatchJobRequest, BatchJob
 * and ListBatchJobsResponse of the package @mistralai/mistralai 2.7.0.
 */
export function createMistralBatches(options: BatchesOptions): RequestBatches {
  const { context, askOnce, call } = options
  const requests = createBatchRequests(options)
  const addressOf = (id: string): string => `${path}/${encodeURIComponent(id)}`

  /** The list begins with the newest job, and its pages with number 0. */
  async function find(fileId: string, signal: AbortSignal): Promise<RemoteBatch | null> {
    let seen = 0
    const pages = readBatchPages(async (start) => {
      const query = { page: start ?? '0', page_size: String(pageLength) }
      const answer = await call({ method: 'GET', path, query, repeatable: true }, signal)
      const list = listSchema.safeParse(answer)
      if (!list.success) throw malformed()
      const { data, total } = list.data
      seen += data.length
      const isLast = data.length === 0 || seen >= (total ?? 0)
      return { batches: data, next: isLast ? null : String(Number(query.page) + 1) }
    })
    for await (const jobs of pages) {
      const found = jobs.find((job) =>
        listedSchema.safeParse(job).data?.input_files.includes(fileId),
      )
      if (found !== undefined) return parseJob(found, context)
    }
    return null
  }

  return {
    separator: '\n',
    guesses: false,
    endpointOf: requests.endpointOf,
    toLine: requests.toBareLine,
    ...createBatchFiles(options),
    serverTime: () => Promise.resolve(Date.now()),
    async create({ fileId, endpoint, modelId }, signal) {
      const body = {
        ...{ input_files: [fileId], endpoint, model: modelId },
        timeout_hours: timeoutHours,
      }
      const answer = await askOnce(signal, (client) =>
        postJson(client, path, body, signal, ownConnection),
      )
      return parseJob(answer, context)
    },
    find: ({ fileId }, signal) => (fileId === null ? Promise.resolve(null) : find(fileId, signal)),
    async read(id, signal) {
      const answer = await call({ method: 'GET', path: addressOf(id), repeatable: true }, signal)
      return parseJob(answer, context)
    },
    async cancel(id, signal) {
      const cancelPath = `${addressOf(id)}/cancel`
      await call({ method: 'POST', path: cancelPath, body: {}, repeatable: true }, signal)
    },
  }
}

const jobSchema = z.object({
  id: remoteIdSchema,
  status: z.string(),
  output_file: text,
  error_file: text,
  errors: z
    .array(z.object({ message: text }))
    .nullish()
    .catch(null),
  total_requests: count,
  succeeded_requests: count,
  failed_requests: count,
})

const listSchema = z.object({ data: z.array(z.unknown()), total: count })
const listedSchema = z.object({ input_files: z.array(z.string()) })

/** Reads a job. Errors: malformedAnswer. */
function parseJob(answer: unknown, context: ErrorContext): RemoteBatch {
  const job = jobSchema.safeParse(answer)
  if (!job.success) throw malformed()
  const { id, status, output_file, error_file, errors, ...counts } = job.data
  return {
    id,
    state: remoteStateOf(status),
    counts: {
      total: counts.total_requests ?? 0,
      done: counts.succeeded_requests ?? 0,
      failed: counts.failed_requests ?? 0,
    },
    results: [output_file, error_file].flatMap((file) => file || []),
    errors: (errors ?? []).map(({ message }) => ({
      line: null,
      error: batchRefusal('', message ?? '', context),
    })),
    dollars: null,
  }
}

function malformed(): AppError {
  return new AppError('malformedAnswer', 'The job has an unknown shape')
}
