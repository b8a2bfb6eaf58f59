import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { count, flag, text } from '../answer/answerFields.ts'
import { readResultLines } from '../answer/resultLines.ts'
import { readWholeAnswer } from '../answer/wholeAnswer.ts'
import type { BatchPage } from '../batchPages.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { guessBatch, readSendingTime, type ListedBatch } from '../guessBatch.ts'
import { remoteIdSchema } from '../remoteFiles.ts'
import type { BatchResult, RemoteBatch, RequestBatches } from '../requestBatches.ts'
import { shortAnswer } from '../transport/answerLimits.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import { ownConnection } from '../transport/transport.ts'
import { createAnswerReader } from './answerReader.ts'
import { fromErrorEvent } from './failures.ts'
import type { Sender } from './sender.ts'

export interface MessageBatchesOptions {
  context: ErrorContext
  sender: Pick<Sender, 'buildWhole'>
  /** Sends a request, and repeats it. */
  ask: <Value>(signal: AbortSignal, run: (client: Anthropic) => Promise<Value>) => Promise<Value>
  askOnce: MessageBatchesOptions['ask']
}

const path = '/v1/messages/batches'
const pageLength = 100

/** Creates the batches of the Messages API. Source: MessageBatch of the package. */
export function createMessageBatches(options: MessageBatchesOptions): RequestBatches {
  const { context, sender, ask, askOnce } = options

  async function readPage(
    after: string | null,
    signal: AbortSignal,
  ): Promise<BatchPage<ListedBatch>> {
    const query = { limit: String(pageLength), ...(after !== null && { after_id: after }) }
    const page = await ask(signal, async (client) => {
      const response = await client.get(path, { query, signal }).asResponse()
      return pageSchema.safeParse(await readJson(response, { ...shortAnswer, signal }))
    })
    if (!page.success) throw malformed()
    const { data, has_more: hasMore, last_id: lastId } = page.data
    return { batches: data, next: hasMore ? (lastId ?? null) : null }
  }

  async function* results({ id }: RemoteBatch, signal: AbortSignal): AsyncGenerator<BatchResult> {
    const response = await askOnce(signal, (client) =>
      client.get(`${path}/${encodeURIComponent(id)}/results`, { signal }).asResponse(),
    )
    for await (const line of readResultLines(response, signal)) yield toResult(line, context)
  }

  return {
    separator: ',\n',
    guesses: true,
    endpointOf: () => '/v1/messages',
    async toLine(customId, _endpoint, request) {
      return JSON.stringify({ custom_id: customId, params: await sender.buildWhole(request) })
    },
    serverTime: (signal) =>
      ask(signal, async (client) =>
        readSendingTime(await client.get(path, { query: { limit: '1' }, signal }).asResponse()),
      ),
    create: ({ lines }, signal) =>
      askOnce(signal, async (client) => {
        const body = new Blob(['{"requests":[', lines ?? '', ']}'])
        const headers = { ...ownConnection, 'content-type': 'application/json' }
        const response = await client.post(path, { body, headers, signal }).asResponse()
        return parseBatch(await readJson(response, { ...shortAnswer, signal }))
      }),
    find: (lost, signal) => guessBatch(lost, (after) => readPage(after, signal)),
    read: (id, signal) =>
      ask(signal, async (client) => {
        const response = await client
          .get(`${path}/${encodeURIComponent(id)}`, { signal })
          .asResponse()
        return parseBatch(await readJson(response, { ...shortAnswer, signal }))
      }),
    async cancel(id, signal) {
      await ask(signal, async (client) => {
        const address = `${path}/${encodeURIComponent(id)}/cancel`
        const response = await client.post(address, { signal }).asResponse()
        await response.body?.cancel()
      })
    },
    results,
  }
}

const stateByWord = { in_progress: 'running', canceling: 'cancelling', ended: 'completed' } as const

const batchSchema = z
  .object({
    id: remoteIdSchema,
    /** One that is unknown is no end. */
    processing_status: z.enum(['in_progress', 'canceling', 'ended']).catch('in_progress'),
    request_counts: z.object({
      processing: count,
      succeeded: count,
      errored: count,
      canceled: count,
      expired: count,
    }),
    results_url: text,
    created_at: z.iso.datetime({ offset: true }).transform((at) => Date.parse(at)),
  })
  .transform(({ id, processing_status: word, request_counts: counts, ...batch }) => {
    const { processing, succeeded, errored, canceled, expired } = counts
    const others = (processing ?? 0) + (canceled ?? 0) + (expired ?? 0)
    const requests = others + (succeeded ?? 0) + (errored ?? 0)
    return {
      batch: {
        id,
        state: stateByWord[word],
        counts: { total: requests, done: succeeded ?? 0, failed: errored ?? 0 },
        // The service deletes results after 29 days.
        results: batch.results_url ? [id] : [],
        errors: [],
        dollars: null,
      },
      requests,
      createdAt: batch.created_at,
    }
  })

const pageSchema = z.object({ data: z.array(batchSchema), has_more: flag, last_id: text })

function parseBatch(json: unknown): RemoteBatch {
  const batch = batchSchema.safeParse(json)
  if (batch.success) return batch.data.batch
  throw malformed()
}

function malformed(): AppError {
  return new AppError('malformedAnswer', 'The batch has an unknown shape')
}

const lineSchema = z.object({
  custom_id: z.string(),
  result: z.object({
    type: z.string(),
    message: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
})
/** The error stands within an envelope of its own. */
const errorSchema = z.object({ error: z.looseObject({ message: z.string() }) })

function toResult(json: JsonObject | null, context: ErrorContext): BatchResult {
  const line = lineSchema.safeParse(json)
  if (!line.success) return { type: 'unreadable' }
  const { custom_id: customId, result } = line.data
  if (result.type === 'expired') return { type: 'expired', customId }
  if (result.type === 'canceled') return { type: 'cancelled', customId }
  const toError = (error: unknown) => fromErrorEvent(error, new Headers(), context)
  try {
    if (result.type !== 'succeeded') {
      throw toError(errorSchema.safeParse(result.error).data?.error ?? result.error)
    }
    const events = readWholeAnswer(result.message, createAnswerReader('', toError))
    return { type: 'answered', customId, events }
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    return { type: 'failed', customId, error: failure }
  }
}
