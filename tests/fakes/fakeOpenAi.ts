import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import type { Answer, Behaviour } from './behaviour.ts'
import { performResponses } from './fakeResponses.ts'
import { piecesOf, tokensOf } from './fakeTokens.ts'
import { orderFaultsOf } from './openAiOrder.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'
import { sendText, wholeText } from './sendText.ts'

export interface FakeOpenAi extends FakeServer {
  /** The base URL with `/v1`. */
  baseUrl: string
  /** Violations of the published API description by requests. */
  violations: string[]
  /** Changes the reaction to the next requests. */
  behave: (behaviour: Behaviour | ((request: ChatRequest, seen: SeenRequest) => Behaviour)) => void
  /** Changes the reaction at one path to any request: `/v1/models`, `/v1/responses` … */
  behaveAt: (path: string, behaviour: Behaviour | (() => Behaviour)) => void
  /** Forgets what it was asked and how it is to react. */
  reset: () => void
}

/** The API description's schema for each path. */
const schemaByPath: Readonly<Record<string, string>> = {
  '/v1/chat/completions': 'CreateChatCompletionRequest',
  '/v1/responses': 'CreateResponse',
  '/v1/moderations': 'CreateModerationRequest',
  '/v1/embeddings': 'CreateEmbeddingRequest',
}

/** A request for a reply at either endpoint, with the messages' content as text. */
export interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
}

export interface FakeOpenAiOptions {
  /** The required key; null accepts all requests. */
  key?: string | null
  models?: readonly Record<string, unknown>[]
  /** Models that are found by their ids, but not listed. */
  hidden?: readonly Record<string, unknown>[]
  /** Form of slashes within the id in a path; null if the service tells of no single model. */
  slashes?: 'encoded' | 'plain' | null
  port?: number
}

export const fakeModels = [
  { id: 'parley-large', object: 'model', created: 1_790_000_000, owned_by: 'fake' },
  { id: 'parley-small', object: 'model', created: 1_780_000_000, owned_by: 'fake' },
  { id: 'text-embedding-fake', object: 'model', created: 1_770_000_000, owned_by: 'fake' },
]

/** Starts a configurable OpenAI-compatible service. */
export async function startFakeOpenAi({
  key = null,
  models = fakeModels,
  hidden = [],
  slashes = 'encoded',
  port = 0,
}: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
  const validate = loadOpenAiSpec()
  const violations: string[] = []
  const byPath = new Map<string, () => Behaviour>()
  let behave: (request: ChatRequest, seen: SeenRequest) => Behaviour = echo

  const server = await startFakeServer(async (seen, response) => {
    response.setHeader('x-request-id', `req_${String(server.requests.length)}`)
    if (key !== null && !hasKey(seen, key)) {
      sendError(response, 401, 'Incorrect API key provided: sk-wrong.', 'invalid_api_key')
      return
    }
    const fixed = byPath.get(seen.path)?.()
    if (seen.method === 'GET' && (fixed || seen.path === '/v1/models')) {
      if (fixed) await perform(fixed, toChat(seen), response)
      else sendJson(response, 200, { object: 'list', data: models })
      return
    }
    const id = slashes === null ? undefined : modelIdIn(seen, slashes)
    if (id !== undefined) {
      const model = [...models, ...hidden].find((candidate) => candidate['id'] === id)
      if (model) sendJson(response, 200, model)
      else sendError(response, 404, `The model '${id}' does not exist`, 'model_not_found')
      return
    }
    const schema = schemaByPath[seen.path]
    if (seen.method !== 'POST' || schema === undefined) {
      sendError(response, 404, `Unknown request URL: ${seen.method} ${seen.path}`, 'unknown_url')
      return
    }
    const faults = [...validate(schema, seen.body), ...orderFaultsOf(seen.path, seen.body)]
    if (faults.length > 0) {
      violations.push(...faults)
      sendError(response, 400, `Not as the API description says: ${faults.join('; ')}`, 'spec')
      return
    }
    if (fixed === undefined && seen.path === '/v1/moderations') sendModeration(seen, response)
    else if (fixed === undefined && seen.path === '/v1/embeddings') sendEmbeddings(seen, response)
    else {
      const request = toChat(seen)
      const behaviour = fixed ?? behave(request, seen)
      const answersResponses = seen.path === '/v1/responses' && behaviour.kind === 'answer'
      if (answersResponses) await performResponses(behaviour, request, response)
      else await perform(behaviour, request, response)
    }
  }, port)

  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    violations,
    behave: (behaviour) => {
      behave = typeof behaviour === 'function' ? behaviour : () => behaviour
    },
    behaveAt: (path, behaviour) => {
      byPath.set(path, typeof behaviour === 'function' ? behaviour : () => behaviour)
    },
    reset: () => {
      behave = echo
      byPath.clear()
      violations.length = 0
      server.requests.length = 0
    },
  }
}

/** Returns the id in a request for one model; undefined for any other path. */
function modelIdIn(
  { method, path }: SeenRequest,
  slashes: 'encoded' | 'plain',
): string | undefined {
  const rest = /^\/v1\/models\/(.+)$/.exec(path)?.[1]
  if (method !== 'GET' || rest === undefined) return undefined
  const isForm = slashes === 'plain' ? !rest.includes('%2F') : !rest.includes('/')
  return isForm ? decodeURIComponent(rest) : undefined
}

function hasKey(seen: SeenRequest, key: string): boolean {
  return seen.headers.authorization === `Bearer ${key}` || seen.headers['api-key'] === key
}

function sendError(response: ServerResponse, status: number, message: string, code: string): void {
  sendJson(response, status, {
    error: { message, type: 'invalid_request_error', param: null, code },
  })
}

/** Converts requests of both endpoints to one form. Keeps only the text of lists of parts. */
function toChat({ body }: SeenRequest): ChatRequest {
  const { messages, input, ...rest } = (body || {}) as ChatRequest & Record<string, unknown>
  const items = Array.isArray(messages) ? messages : Array.isArray(input) ? input : []
  return {
    ...rest,
    messages: (items as { role?: string; content?: unknown }[]).map(({ role, content }) => ({
      role: role ?? '',
      content: contentText(content),
    })),
  }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? (content as { text?: unknown }[]) : []
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}

/** Flags text with the word "violent", and every picture that is not a PNG. */
function sendModeration({ body }: SeenRequest, response: ServerResponse): void {
  const { model, input } = body as { model: string; input: unknown }
  const said = JSON.stringify(input)
  const violence = said.includes('violent')
  const graphic = /data:image\/(?!png)/.test(said)
  sendJson(response, 200, {
    id: 'modr-fake',
    model,
    results: [
      {
        flagged: violence || graphic,
        categories: { harassment: false, violence, 'violence/graphic': graphic },
        category_scores: {},
      },
    ],
  })
}

/** Sends vectors of two numbers, the text's length and first letter, in reverse order. */
function sendEmbeddings({ body }: SeenRequest, response: ServerResponse): void {
  const { model, input } = body as { model: string; input: string[] }
  const data = input.map((text, index) => ({
    object: 'embedding',
    index,
    embedding: [text.length, text.codePointAt(0) ?? 0],
  }))
  const tokens = input.flatMap(tokensOf).length
  const usage = { prompt_tokens: tokens, total_tokens: tokens }
  sendJson(response, 200, { object: 'list', model, data: data.toReversed(), usage })
}

function echo(request: ChatRequest): Behaviour {
  return { kind: 'answer', text: `You said: ${request.messages.at(-1)?.content ?? ''}` }
}

export async function perform(
  behaviour: Behaviour,
  request: ChatRequest,
  response: ServerResponse,
): Promise<void> {
  switch (behaviour.kind) {
    case 'hang':
      return
    case 'status': {
      const { status, body, headers } = behaviour
      const isText = typeof body === 'string'
      response.writeHead(status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...headers,
      })
      response.end(isText ? body : JSON.stringify(body))
      return
    }
    case 'bytes': {
      response.writeHead(200, { 'content-type': behaviour.type ?? 'text/event-stream' })
      for await (const piece of behaviour.pieces) {
        if (response.destroyed) return
        await write(response, piece)
      }
      response.end()
      return
    }
    case 'answer':
      await (request.stream ? streamAnswer : sendAnswer)(behaviour, request, response)
  }
}

async function sendAnswer(
  answer: Answer,
  request: ChatRequest,
  response: ServerResponse,
): Promise<void> {
  await wait(answer.firstTokenMilliseconds ?? 0)
  sendJson(response, 200, {
    ...chunkBase(request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: wholeText(answer),
          ...(answer.toolCalls && { tool_calls: answer.toolCalls.map(wholeCall) }),
        },
        finish_reason: answer.finishReason ?? 'stop',
      },
    ],
    usage: usageOf(answer, request),
  })
}

async function streamAnswer(
  answer: Answer,
  request: ChatRequest,
  response: ServerResponse,
): Promise<void> {
  const send = (fields: object) =>
    write(
      response,
      `data: ${JSON.stringify({ ...chunkBase(request, 'chat.completion.chunk'), ...fields })}\n\n`,
    )
  const sendDelta = (delta: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finish }] })

  response.writeHead(200, { 'content-type': 'text/event-stream', ...answer.headers })
  await sendDelta({ role: 'assistant', content: '' })
  await wait(answer.firstTokenMilliseconds ?? 0)
  const pace = pacer(answer.tokensPerSecond)
  for (const token of tokensOf(answer.reasoning ?? '')) {
    if (response.destroyed) return
    await sendDelta({ [answer.reasoningField ?? 'reasoning_content']: token })
    await pace()
  }
  await sendText(answer, response, async (content) => {
    await sendDelta({ content })
    await pace()
  })
  for (const [index, call] of (answer.toolCalls ?? []).entries()) {
    const { id, type, function: called } = wholeCall(call)
    await sendDelta({ tool_calls: [{ index, id, type, function: { ...called, arguments: '' } }] })
    for (const piece of piecesOf(call.arguments)) {
      await sendDelta({ tool_calls: [{ index, function: { arguments: piece } }] })
    }
  }
  if (answer.ending === 'hang') return
  if (answer.ending === 'reset') {
    // A reset overtakes data in transit, so the text gets a moment to arrive.
    await wait(100)
    response.socket?.resetAndDestroy()
    return
  }
  if (answer.ending === 'cut') {
    response.end()
    return
  }
  await sendDelta({}, answer.finishReason ?? (answer.toolCalls ? 'tool_calls' : 'stop'))
  if (request.stream_options?.include_usage && answer.usage !== false) {
    await send({ choices: [], usage: usageOf(answer, request) })
  }
  response.end('data: [DONE]\n\n')
}

function chunkBase(request: ChatRequest, object: string) {
  return { id: 'chatcmpl-fake', object, created: 1_790_000_000, model: request.model }
}

function wholeCall({ id, name, arguments: given }: NonNullable<Answer['toolCalls']>[number]) {
  return { id, type: 'function', function: { name, arguments: given } }
}

function usageOf(answer: Answer, request: ChatRequest) {
  const given = typeof answer.usage === 'object' ? answer.usage : undefined
  const prompt =
    given?.prompt ?? request.messages.flatMap(({ content }) => tokensOf(content)).length
  const completion = given?.completion ?? tokensOf(wholeText(answer)).length
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  }
}

/** Keeps the average rate even with a coarse system timer. */
function pacer(tokensPerSecond: number | undefined): () => Promise<void> {
  const start = performance.now()
  let tokens = 0
  return async () => {
    if (tokensPerSecond === undefined) return
    tokens += 1
    const ahead = start + (tokens * 1000) / tokensPerSecond - performance.now()
    if (ahead > 1) await wait(ahead)
  }
}
