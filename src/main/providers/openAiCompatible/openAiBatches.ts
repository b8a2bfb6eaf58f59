import type OpenAI from 'openai'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { text } from '../answer/answerFields.ts'
import { readResultLines } from '../answer/resultLines.ts'
import { readWholeAnswer } from '../answer/wholeAnswer.ts'
import { batchRefusal } from '../errors/batchRefusal.ts'
import { fromErrorObject, fromStatus } from '../errors/providerErrors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import type { ServiceCall } from '../provider.ts'
import type { ReplyEvent } from '../reply.ts'
import type { BatchOffer, BatchResult, RemoteBatch, RequestBatches } from '../requestBatches.ts'
import { createResponsesAnswer } from '../openAiResponses/responsesAnswer.ts'
import { ownConnection } from '../transport/transport.ts'
import type { UploadRecord } from '../uploadRecord.ts'
import { createChatAnswer } from './chatAnswer.ts'
import { parseBatch, parseBatchPage } from './batchAnswer.ts'
import { postJson } from './postJson.ts'
import type { Sender } from './sender.ts'
import { uploadFile } from './uploadFile.ts'

export interface OpenAiBatchesOptions {
  offer: BatchOffer
  context: ErrorContext
  sender: Pick<Sender, 'endpointOf' | 'buildWhole'>
  uploads: UploadRecord
  /** Sends a request once. */
  askOnce: <Value>(signal: AbortSignal, run: (client: OpenAI) => Promise<Value>) => Promise<Value>
  call: (given: ServiceCall, signal: AbortSignal) => Promise<unknown>
}

const paths = { chat: '/v1/chat/completions', responses: '/v1/responses' } as const
/** The pages of the list in which a lost batch is looked for, of 100 batches each. */
const maxPages = 10
const secondsPerDay = 24 * 60 * 60

/** Creates the batches of OpenAI's dialect: `/files` and `/batches`. Source: the API description. */
export function createOpenAiBatches(options: OpenAiBatchesOptions): RequestBatches {
  const { offer, context, sender, uploads, askOnce, call } = options

  async function* results(batch: RemoteBatch, signal: AbortSignal): AsyncGenerator<BatchResult> {
    for (const fileId of batch.results) {
      const path = `/files/${encodeURIComponent(fileId)}/content`
      const response = await askOnce(signal, (client) =>
        client.get(path, { signal, headers: { accept: '*/*' } }).asResponse(),
      )
      for await (const line of readResultLines(response, signal)) yield toResult(line, context)
    }
  }

  async function find(fileId: string, signal: AbortSignal): Promise<RemoteBatch | null> {
    let after: string | null = null
    for (let pages = 0; pages < maxPages; pages += 1) {
      const query: Record<string, string> = { limit: '100', ...(after !== null && { after }) }
      const page = parseBatchPage(
        await call({ method: 'GET', path: '/batches', query, repeatable: true }, signal),
      )
      const found = page.batches.find(({ inputId }) => inputId === fileId)
      if (found) return parseBatch(found.json, context)
      if (page.next === null || page.next === after) return null
      after = page.next
    }
    return null
  }

  return {
    separator: '\n',
    guesses: false,
    endpointOf: (modelId) => paths[sender.endpointOf({ modelId })],
    async toLine(customId, url, request) {
      const endpoint = url === paths.responses ? 'responses' : 'chat'
      const body = await sender.buildWhole(endpoint, request)
      return JSON.stringify({ custom_id: customId, method: 'POST', url, body })
    },
    upload: ({ id, name, lines }, signal) => {
      const note = uploads.begin({ id, name })
      const send = (form: Blob) =>
        askOnce(signal, (client) =>
          postJson(client, '/files', form, signal, { 'content-type': form.type }),
        )
      return uploadFile(note, lines, send)
    },
    serverTime: () => Promise.resolve(Date.now()),
    async create({ fileId, endpoint }, signal) {
      const { keptDays } = offer
      const body = {
        input_file_id: fileId,
        endpoint,
        completion_window: '24h',
        ...(keptDays !== null && {
          output_expires_after: { anchor: 'created_at', seconds: keptDays * secondsPerDay },
        }),
      }
      const answer = await askOnce(signal, (client) =>
        postJson(client, '/batches', body, signal, ownConnection),
      )
      return parseBatch(answer, context)
    },
    find: ({ fileId }, signal) => (fileId === null ? Promise.resolve(null) : find(fileId, signal)),
    async read(id, signal) {
      const path = `/batches/${encodeURIComponent(id)}`
      return parseBatch(await call({ method: 'GET', path, repeatable: true }, signal), context)
    },
    async cancel(id, signal) {
      const path = `/batches/${encodeURIComponent(id)}/cancel`
      await call({ method: 'POST', path, body: {}, repeatable: true }, signal)
    },
    results,
  }
}

const lineSchema = z.object({
  custom_id: z.string(),
  response: z
    .object({ status_code: z.number().nullish().catch(null), body: z.unknown().optional() })
    .nullish()
    .catch(null),
  error: z.object({ code: text, message: text }).nullish().catch(null),
})

/** Returns the result of a line of an output or error file. */
function toResult(json: JsonObject | null, context: ErrorContext): BatchResult {
  const line = lineSchema.safeParse(json)
  if (!line.success) return { type: 'unreadable' }
  const { custom_id: customId, response, error } = line.data
  if (error?.code === 'batch_expired') return { type: 'expired', customId }
  if (error?.code === 'batch_cancelled') return { type: 'cancelled', customId }
  const status = response?.status_code ?? (response ? 200 : 0)
  try {
    if (error || !response || status === 0) {
      throw batchRefusal(error?.code ?? '', error?.message ?? '', context)
    }
    if (status >= 300) {
      throw fromStatus(status, JSON.stringify(response.body ?? ''), new Headers(), context)
    }
    return { type: 'answered', customId, events: eventsOf(response.body, context) }
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    return { type: 'failed', customId, error: failure }
  }
}

/** Reads an answer of Chat Completions or Responses, which tell themselves apart. */
function eventsOf(body: unknown, context: ErrorContext): ReplyEvent[] {
  const toError = (error: unknown) => fromErrorObject(error, new Headers(), context)
  const chat = createChatAnswer(true, toError)
  const isResponse = z.object({ output: z.array(z.unknown()) }).safeParse(body).success
  return readWholeAnswer(body, isResponse ? createResponsesAnswer(true, toError) : chat)
}
