import { readBatchPages } from '../batchPages.ts'
import type { RemoteBatch, RequestBatches } from '../requestBatches.ts'
import { ownConnection } from '../transport/transport.ts'
import { createBatchFiles } from './batchFiles.ts'
import { createBatchRequests, type BatchesOptions } from './batchRequests.ts'
import { parseBatch, parseBatchPage } from './batchAnswer.ts'
import { postJson } from './postJson.ts'

const secondsPerDay = 24 * 60 * 60

/** Creates the batches of OpenAI's dialect: `/files` and `/batches`. Source: the API description. */
export function createOpenAiBatches(options: BatchesOptions): RequestBatches {
  const { offer, context, askOnce, call } = options
  const requests = createBatchRequests(options)

  async function find(fileId: string, signal: AbortSignal): Promise<RemoteBatch | null> {
    const pages = readBatchPages(async (after) => {
      const query = { limit: '100', ...(after !== null && { after }) }
      return parseBatchPage(
        await call({ method: 'GET', path: '/batches', query, repeatable: true }, signal),
      )
    })
    for await (const batches of pages) {
      const found = batches.find(({ inputId }) => inputId === fileId)
      if (found) return parseBatch(found.json, context)
    }
    return null
  }

  return {
    separator: '\n',
    guesses: false,
    endpointOf: requests.endpointOf,
    async toLine(customId, url, request) {
      const body = await requests.buildBody(url, request)
      return JSON.stringify({ custom_id: customId, method: 'POST', url, body })
    },
    ...createBatchFiles(options),
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
  }
}
