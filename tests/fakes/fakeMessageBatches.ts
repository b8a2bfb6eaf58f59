import { z } from 'zod'
import { faultsOf } from './anthropicRequests.ts'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'

interface FakeMessageBatch {
  id: string
  requests: { custom_id: string; params: { messages: unknown } }[]
  createdAt: number
  looks: number
  isCancelled: boolean
}

export interface FakeMessageBatches extends FakeServer {
  batches: FakeMessageBatch[]
  /** Violations of the package's types. */
  violations: string[]
  /** The result of a request by its text; `succeeded` by default. */
  result: (prompt: string) => 'succeeded' | 'errored' | 'expired'
  /** Loses the answer to the next creation, before or after the batch was made. */
  lose: 'before' | 'after' | null
  /** Adds a batch of somebody else with so many requests. */
  addForeign: (requests: number) => void
}

const path = '/v1/messages/batches'
const creation = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        custom_id: z.string().regex(/^[\w-]{1,64}$/),
        params: z.looseObject({ messages: z.unknown() }),
      }),
    )
    .min(1),
})

/** Starts Anthropic's batches. They end at the third look, and their results come in reverse. */
export async function startFakeMessageBatches(): Promise<FakeMessageBatches> {
  const batches: FakeMessageBatch[] = []
  const violations: string[] = []
  const fake: Omit<FakeMessageBatches, keyof FakeServer> = {
    ...{ batches, violations, lose: null },
    result: () => 'succeeded',
    addForeign: (count) =>
      void add(
        Array.from({ length: count }, (_none, at) => ({
          custom_id: `theirs-${String(at)}`,
          params: { messages: [{ role: 'user', content: 'Their text' }] },
        })),
      ),
  }

  function add(requests: FakeMessageBatch['requests']): FakeMessageBatch {
    const id = `msgbatch_${String(batches.length + 1)}`
    const batch = { id, requests, createdAt: Date.now(), looks: 0, isCancelled: false }
    batches.push(batch)
    return batch
  }

  function create({ body }: SeenRequest): FakeMessageBatch {
    const { requests } = creation.parse(body)
    for (const { params } of requests) violations.push(...faultsOf('create', params))
    return add(requests)
  }

  function describe({ id, requests, createdAt, looks, isCancelled }: FakeMessageBatch) {
    const hasEnded = looks > 2
    const { length } = requests
    const word = isCancelled ? 'canceling' : 'in_progress'
    return {
      ...{ id, type: 'message_batch', processing_status: hasEnded ? 'ended' : word },
      // The counts stay zero until the end.
      request_counts: {
        ...{ processing: hasEnded ? 0 : length, succeeded: hasEnded ? length : 0 },
        ...{ errored: 0, canceled: 0, expired: 0 },
      },
      created_at: new Date(createdAt).toISOString(),
      results_url: hasEnded ? `https://nowhere.example/${id}/results` : null,
    }
  }

  function resultsOf({ requests, isCancelled }: FakeMessageBatch): string {
    return requests
      .toReversed()
      .map(({ custom_id, params }) => {
        const prompt = promptOf(params.messages)
        const type = isCancelled ? 'canceled' : fake.result(prompt)
        const error = { type: 'error', error: { type: 'invalid_request_error', message: 'Not so' } }
        const message = {
          ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'parley-large' },
          ...{ content: [{ type: 'text', text: `You said: ${prompt}` }], stop_reason: 'end_turn' },
          usage: { input_tokens: 10, output_tokens: 20 },
        }
        const result = {
          ...{
            type,
            ...(type === 'succeeded' && { message }),
            ...(type === 'errored' && { error }),
          },
        }
        return `${JSON.stringify({ custom_id, result })}\n`
      })
      .join('')
  }

  const server = await startFakeServer((seen, response) => {
    const [id = '', part = ''] = seen.path.slice(path.length + 1).split('/')
    const batch = batches.find((one) => one.id === id)
    if (seen.path === path && seen.method === 'GET') {
      const data = batches.toReversed().map(describe)
      sendJson(response, 200, { data, has_more: false, first_id: null, last_id: null })
    } else if (seen.path === path) {
      const { lose } = fake
      fake.lose = null
      const created = lose === 'before' ? null : create(seen)
      if (lose || !created) response.socket?.resetAndDestroy()
      else sendJson(response, 200, describe(created))
    } else if (!batch) {
      sendJson(response, 404, { error: { type: 'not_found_error', message: 'No such batch' } })
    } else if (part === 'results') {
      response.writeHead(200, { 'content-type': 'application/x-jsonl' }).end(resultsOf(batch))
    } else {
      if (part === 'cancel') batch.isCancelled = true
      else batch.looks += 1
      sendJson(response, 200, describe(batch))
    }
  })
  return Object.assign(fake, server)
}

const messagesSchema = z.array(
  z.object({ content: z.union([z.string(), z.array(z.object({ text: z.string() }))]) }),
)

/** Returns the user's text. */
function promptOf(messages: unknown): string {
  const { content = '' } = messagesSchema.parse(messages).at(-1) ?? {}
  return typeof content === 'string' ? content : (content[0]?.text ?? '')
}
