import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { isObject, parseJson } from '../../../shared/json.ts'
import { flag, text } from '../answer/answerFields.ts'
import { readResultItems, type ResultPiece } from '../answer/resultItems.ts'
import type { BatchPage } from '../batchPages.ts'
import { batchRefusal } from '../errors/batchRefusal.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { guessBatch, readSendingTime, type ListedBatch } from '../guessBatch.ts'
import { remoteIdSchema } from '../remoteFiles.ts'
import type { BatchResult, RemoteBatch, RequestBatches } from '../requestBatches.ts'
import { ownConnection } from '../transport/transport.ts'
import { remoteStateOf, requestCounts } from './batchAnswer.ts'
import { createBatchRequests, type BatchesOptions } from './batchRequests.ts'
import { toBatchResult } from './batchResult.ts'
import { nextAfter } from './nextAfter.ts'
import { postJson } from './postJson.ts'

const path = '/batches'

/**
 * Creates the batches of OpenRouter, whose requests go with the creation and whose results come
 * with the batch. It keeps no name, takes no key against a second creation, and can't stop a batch.
 * Source: its API reference.
 */
export function createOpenRouterBatches(options: BatchesOptions): RequestBatches {
  const { context, ask, askOnce, call } = options
  const requests = createBatchRequests(options)

  async function* download(id: string, signal: AbortSignal): AsyncGenerator<ResultPiece> {
    const response = await ask(signal, (client) =>
      client.get(`${path}/${encodeURIComponent(id)}`, { signal }).asResponse(),
    )
    yield* readResultItems(response, 'results', signal)
  }

  async function read(id: string, signal: AbortSignal): Promise<RemoteBatch> {
    let hasResults = false
    for await (const piece of download(id, signal)) {
      if ('rest' in piece) return parseBatch(piece.rest, context, hasResults)
      hasResults = true
    }
    throw malformed()
  }

  async function* results({ id }: RemoteBatch, signal: AbortSignal): AsyncGenerator<BatchResult> {
    for await (const piece of download(id, signal)) {
      if ('item' in piece) {
        const json = piece.item === null ? null : parseJson(piece.item)
        yield toBatchResult(isObject(json) ? json : null, context)
      } else if (!piece.rest) yield { type: 'unreadable' }
    }
  }

  async function readPage(
    after: string | null,
    signal: AbortSignal,
  ): Promise<BatchPage<ListedBatch>> {
    const query: Record<string, string> = { limit: '100', ...(after !== null && { after }) }
    const answer = await call({ method: 'GET', path, query, repeatable: true }, signal)
    const page = pageSchema.safeParse(answer)
    if (!page.success) throw malformed()
    const batches = page.data.data.map(({ created_at: createdAt, ...batch }) => ({
      batch: toRemote(batch, context, false),
      requests: batch.request_counts?.total ?? 0,
      createdAt: createdAt * 1000,
    }))
    return { batches, next: nextAfter(page.data) }
  }

  return {
    separator: ',\n',
    guesses: true,
    endpointOf: requests.endpointOf,
    toLine: requests.toBareLine,
    serverTime: (signal) =>
      ask(signal, async (client) =>
        readSendingTime(await client.get(path, { query: { limit: '1' }, signal }).asResponse()),
      ),
    async create({ endpoint, modelId, lines }, signal) {
      // Read by the service as it arrives: the requests must come last.
      const head = JSON.stringify({ endpoint, model: modelId }).slice(0, -1)
      const body = new Blob([head, ',"requests":[', lines ?? '', ']}'])
      const headers = { ...ownConnection, 'content-type': 'application/json' }
      const answer = await askOnce(signal, (client) =>
        postJson(client, path, body, signal, headers),
      )
      return parseBatch(answer, context, false)
    },
    find: (lost, signal) => guessBatch(lost, (after) => readPage(after, signal)),
    read,
    results,
  }
}

const batchSchema = z.object({
  id: remoteIdSchema,
  status: z.string(),
  request_counts: requestCounts,
  usage: z
    .object({ cost: z.number().nonnegative().nullish().catch(null) })
    .nullish()
    .catch(null),
  error: z.object({ message: text }).nullish().catch(null),
})

const pageSchema = z.object({
  data: z.array(batchSchema.extend({ created_at: z.number() })),
  has_more: flag,
  last_id: text,
})

function parseBatch(json: unknown, context: ErrorContext, hasResults: boolean): RemoteBatch {
  const batch = batchSchema.safeParse(json)
  if (batch.success) return toRemote(batch.data, context, hasResults)
  throw malformed()
}

function toRemote(
  { id, status, request_counts: counts, usage, error }: z.infer<typeof batchSchema>,
  context: ErrorContext,
  hasResults: boolean,
): RemoteBatch {
  return {
    id,
    state: remoteStateOf(status),
    counts: counts ?? null,
    results: hasResults ? [id] : [],
    errors: error ? [{ line: null, error: batchRefusal('', error.message ?? '', context) }] : [],
    dollars: usage?.cost ?? null,
  }
}

function malformed(): AppError {
  return new AppError('malformedAnswer', 'The batch has an unknown shape')
}
