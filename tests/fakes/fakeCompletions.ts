import { z } from 'zod'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer } from './fakeServer.ts'

/** The fake's reaction to a request to continue a text. */
export type Continuation =
  | { status: number; body: unknown }
  | {
      events: readonly object[]
      /**
       * `done` sends the end mark of server-sent events; `broken` closes the connection within the
       * body; `open` sends no more.
       */
      ending?: 'done' | 'silent' | 'broken' | 'open'
    }

export interface FakeCompletions extends FakeServer {
  baseUrl: string
  /** Faults found in requests. */
  violations: string[]
  behave: (next: Continuation | ((body: SeenBody) => Continuation)) => void
}

type SeenBody = Record<string, unknown>

const sampling = {
  stop: z.array(z.string().min(1)).min(1).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().positive().max(1).optional(),
  seed: z.int().optional(),
}
const openAi = {
  model: z.string(),
  prompt: z.string(),
  suffix: z.string().optional(),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.literal(true) }).optional(),
  max_tokens: z.int().positive(),
  logprobs: z.int().min(0).max(5).optional(),
  ...sampling,
}
const llamaCpp = {
  model: z.string(),
  stream: z.literal(true),
  n_predict: z.int().positive(),
  n_probs: z.int().positive(),
  ...sampling,
}

/** The exact fields that each server takes; any other is a violation. */
const bodies: Readonly<Record<string, z.ZodType>> = {
  '/v1/completions': z.strictObject(openAi),
  // Mistral's.
  '/v1/fim/completions': z
    .strictObject({ ...openAi, random_seed: z.int().optional() })
    .omit({ seed: true }),
  '/completion': z.strictObject({
    prompt: z.union([z.string(), z.tuple([z.string(), z.int()], z.int())]),
    ...llamaCpp,
  }),
  '/infill': z.strictObject({
    input_prefix: z.string(),
    input_suffix: z.string(),
    prompt: z.string(),
    ...llamaCpp,
  }),
  '/api/generate': z.strictObject({
    model: z.string(),
    prompt: z.string(),
    raw: z.literal(true).optional(),
    suffix: z.string().optional(),
    stream: z.literal(true),
    logprobs: z.literal(true),
    top_logprobs: z.int().min(0).max(20),
    options: z.strictObject({
      num_predict: z.int().positive(),
      num_ctx: z.int().positive().optional(),
      ...sampling,
    }),
  }),
}

/** Starts a server that continues texts at the addresses of OpenAI, llama.cpp and Ollama. */
export async function startFakeCompletions(
  modelIds: readonly string[] = ['parley-base'],
): Promise<FakeCompletions> {
  const violations: string[] = []
  let behave: (body: SeenBody) => Continuation = () => ({ status: 500, body: {} })

  const server = await startFakeServer(async (seen, response) => {
    if (seen.method === 'GET' && seen.path === '/v1/models') {
      sendJson(response, 200, { data: modelIds.map((id) => ({ id, object: 'model' })) })
      return
    }
    const schema = seen.method === 'POST' ? bodies[seen.path] : undefined
    if (!schema) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
      return
    }
    const parsed = schema.safeParse(seen.body)
    if (!parsed.success) violations.push(`${seen.path}: ${parsed.error.message}`)
    const next = behave(seen.body as SeenBody)
    if ('status' in next) {
      sendJson(response, next.status, next.body)
      return
    }
    const isLines = seen.path === '/api/generate'
    response.writeHead(200, {
      'content-type': isLines ? 'application/x-ndjson' : 'text/event-stream',
    })
    for (const event of next.events) {
      const json = JSON.stringify(event)
      await write(response, isLines ? `${json}\n` : `data: ${json}\n\n`)
    }
    if (next.ending === 'open') return
    if (next.ending === 'broken') response.socket?.end()
    else response.end(next.ending === 'silent' || isLines ? '' : 'data: [DONE]\n\n')
  })

  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    violations,
    behave: (next) => {
      behave = typeof next === 'function' ? next : () => next
    },
  }
}

/** Returns the events of `/v1/completions` for tokens with their probabilities and alternatives. */
export function oldShapeEvents(
  tokens: readonly (readonly [
    text: string,
    probability: number,
    ...others: readonly (readonly [string, number])[],
  ])[],
): object[] {
  const events = tokens.map(([text, probability, ...others]) => {
    const all = [[text, probability] as const, ...others]
    return {
      choices: [
        {
          index: 0,
          text,
          finish_reason: null,
          logprobs: {
            tokens: [text],
            token_logprobs: [Math.log(probability)],
            top_logprobs: [Object.fromEntries(all.map(([name, share]) => [name, Math.log(share)]))],
            text_offset: [0],
          },
        },
      ],
    }
  })
  return [...events, { choices: [{ index: 0, text: '', finish_reason: 'length', logprobs: null }] }]
}
