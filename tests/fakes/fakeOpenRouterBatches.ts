import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { promptOf, resultOf, type Line, type Said } from './batchLines.ts'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'

interface FakeBatch {
  id: string
  model: string
  lines: Line[]
  /** Milliseconds since 1970. */
  createdAt: number
  looks: number
}

export interface FakeOpenRouterBatches extends FakeServer {
  baseUrl: string
  batches: FakeBatch[]
  /** Violations of the API reference, and of the rule that a request is in one batch. */
  violations: string[]
  /** The end of a request by its text; an answer by default. */
  line: (prompt: string) => Said
  /** The number of looks before the end. */
  looks: number
  /** The state at the end, with the error of one that failed. */
  end: 'completed' | 'failed' | 'expired'
  /** Loses the answer to the next creation, before or after the batch was made. */
  lose: 'before' | 'after' | null
  /** Breaks the next connections in the middle of the results. */
  breaks: number
  /** Adds a batch of somebody else in the same workspace. */
  addForeign: (requests: number) => void
  /** Called with `METHOD /path` as a request arrives, and after its work. */
  onStep: (at: string, step: 'arrived' | 'done') => void
}

const maxRequests = 5000
/** US dollars for a request. */
export const requestDollars = 0.125

const creation = z.strictObject({
  endpoint: z.literal('/v1/chat/completions'),
  model: z.string().min(1),
  requests: z
    .array(z.strictObject({ custom_id: z.string().min(1), body: z.looseObject({}) }))
    .min(1),
})

/** Starts OpenRouter's batches, whose results come with the batch, in reverse and the first twice. */
export async function startFakeOpenRouterBatches(): Promise<FakeOpenRouterBatches> {
  const validate = loadOpenAiSpec()
  const batches: FakeBatch[] = []
  const violations: string[] = []

  const fake: Omit<FakeOpenRouterBatches, keyof FakeServer | 'baseUrl'> = {
    ...{ batches, violations, line: () => 'answer', looks: 2, end: 'completed' },
    ...{ lose: null, breaks: 0, onStep: () => undefined },
    addForeign: (count) =>
      void add(
        'theirs',
        Array.from({ length: count }, (_none, at) => ({
          ...{ customId: `theirs-${String(at)}`, url: '/v1/chat/completions', prompt: 'Theirs' },
        })),
      ),
  }

  function add(model: string, lines: Line[]): FakeBatch {
    const id = `batch-${String(batches.length + 1)}`
    const batch = { id, model, lines, createdAt: Date.now(), looks: 0 }
    batches.push(batch)
    return batch
  }

  function create({ body, text }: SeenRequest): FakeBatch {
    const { model, requests } = creation.parse(body)
    // The service reads the body as it arrives.
    if (!/^\{"endpoint":"[^"]+","model":"[^"]+","requests":\[/.test(text)) {
      violations.push('The requests do not come last')
    }
    if (requests.length > maxRequests) violations.push('Too many requests')
    const lines = requests.map(({ custom_id: customId, body: { model: own, ...rest } }) => {
      violations.push(...validate('CreateChatCompletionRequest', { ...rest, model: own ?? model }))
      if (own !== undefined && own !== model) violations.push('A request for another model')
      return { customId, url: '/v1/chat/completions', prompt: promptOf(rest) }
    })
    const known = new Set(batches.flatMap((batch) => batch.lines.map(({ customId }) => customId)))
    for (const { customId } of lines) if (known.has(customId)) violations.push(`Twice: ${customId}`)
    return add(model, lines)
  }

  /** Describes a batch without its results, as lists do. */
  function describe({ id, model, lines, createdAt, looks }: FakeBatch) {
    const hasEnded = looks > fake.looks
    const status = hasEnded ? fake.end : looks < 2 ? 'validating' : 'in_progress'
    const isRun = hasEnded && fake.end !== 'failed'
    const failed = lines.filter(({ prompt }) => fake.line(prompt) !== 'answer').length
    return {
      ...{ id, object: 'batch', endpoint: '/v1/chat/completions', model, status },
      ...{ completion_window: '24h', provider: null, expires_at: null },
      ...{ created_at: Math.floor(createdAt / 1000), finalized_at: null },
      request_counts: {
        // The requests are counted as they are checked, which is after the creation.
        total: looks === 0 ? 0 : lines.length,
        completed: isRun ? lines.length - failed : 0,
        failed: isRun ? failed : 0,
      },
      usage: isRun
        ? {
            ...{ prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
            ...{ cost: lines.length * requestDollars, is_byok: false },
          }
        : null,
      error: hasEnded && fake.end === 'failed' ? { message: 'Not so' } : null,
      results: null,
    }
  }

  function withResults(batch: FakeBatch) {
    const described = describe(batch)
    if (described.usage === null) return described
    const results = batch.lines
      .filter(({ prompt }) => fake.line(prompt) !== 'expired')
      .toReversed()
      .map((line) => resultOf(line, fake.line(line.prompt)))
    return { ...described, results: [...results.slice(0, 1), ...results] }
  }

  function sendBatch(batch: FakeBatch, response: ServerResponse): void {
    batch.looks += 1
    const text = JSON.stringify(withResults(batch))
    if (fake.breaks === 0 || !text.includes('custom_id')) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
      return
    }
    fake.breaks -= 1
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
    response.write(text.slice(0, -20), () => response.socket?.resetAndDestroy())
  }

  function list({ query }: SeenRequest) {
    for (const batch of batches) batch.looks += 1
    const all = batches.toReversed().map(describe)
    // Pages of two, so that pages are read.
    const after = query.get('after')
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
    const data = all.slice(start, start + 2)
    const hasMore = start + 2 < all.length
    return { data, has_more: hasMore, first_id: null, last_id: data.at(-1)?.id ?? null }
  }

  function createOnce(seen: SeenRequest, response: ServerResponse): void {
    const { lose } = fake
    fake.lose = null
    const created = lose === 'before' ? null : create(seen)
    fake.onStep('POST /batches', 'done')
    if (lose !== null || !created) response.socket?.resetAndDestroy()
    else sendJson(response, 202, describe(created))
  }

  const server = await startFakeServer((seen, response) => {
    const id = /\/batches\/([^/]+)$/.exec(seen.path)?.[1]
    const route = `${seen.method} /batches${id === undefined ? '' : '/:id'}`
    const batch = batches.find((one) => one.id === id)
    fake.onStep(route, 'arrived')
    if (route === 'POST /batches') {
      createOnce(seen, response)
      return
    }
    if (route === 'GET /batches') sendJson(response, 200, list(seen))
    else if (route === 'GET /batches/:id' && batch) sendBatch(batch, response)
    else {
      if (seen.method !== 'GET') violations.push(`No such request: ${seen.method} ${seen.path}`)
      sendJson(response, 404, { error: { code: 404, message: 'No such batch' } })
    }
    fake.onStep(route, 'done')
  })
  return Object.assign(fake, server, { baseUrl: `${server.origin}/v1` })
}
