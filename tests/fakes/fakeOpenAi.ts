import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'

/** What the fake does with a chat request. */
export type Behaviour =
  | Answer
  /** A status, with a body of any kind. */
  | { kind: 'status'; status: number; body: unknown; headers?: Record<string, string> }
  /** Bytes as they are, such as a recorded stream cut anywhere. */
  | { kind: 'bytes'; pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>; type?: string }
  /** No answer at all, until the client goes. */
  | { kind: 'hang' }

export interface Answer {
  kind: 'answer'
  text: string
  reasoning?: string
  reasoningField?: 'reasoning_content' | 'reasoning'
  /** As fast as the client reads where it is left out. */
  tokensPerSecond?: number
  firstTokenMilliseconds?: number
  finishReason?: string
  usage?: boolean
  /** How it ends: as it should, silently without its end mark, by a reset, or never. */
  ending?: 'done' | 'cut' | 'reset' | 'hang'
  headers?: Record<string, string>
}

export interface FakeOpenAi extends FakeServer {
  /** With `/v1`. */
  baseUrl: string
  /** What the published API description has against the requests. */
  violations: string[]
  /** Changes what it does with the next requests. */
  behave: (behaviour: Behaviour | ((request: ChatRequest, seen: SeenRequest) => Behaviour)) => void
}

export interface ChatRequest {
  model: string
  messages: { role: string; content: string }[]
  stream?: boolean
  stream_options?: { include_usage?: boolean }
}

export interface FakeOpenAiOptions {
  /** Refuses requests without it; null lets everyone in. */
  key?: string | null
  models?: readonly Record<string, unknown>[]
  port?: number
}

export const fakeModels = [
  { id: 'parley-large', object: 'model', created: 1_790_000_000, owned_by: 'fake' },
  { id: 'parley-small', object: 'model', created: 1_780_000_000, owned_by: 'fake' },
  { id: 'text-embedding-fake', object: 'model', created: 1_770_000_000, owned_by: 'fake' },
]

/** An OpenAI-compatible service that does as it is told. */
export async function startFakeOpenAi({
  key = null,
  models = fakeModels,
  port = 0,
}: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
  const validate = loadOpenAiSpec()
  const violations: string[] = []
  let behave = (request: ChatRequest, _seen: SeenRequest): Behaviour => echo(request)

  const server = await startFakeServer(async (seen, response) => {
    response.setHeader('x-request-id', `req_${String(server.requests.length)}`)
    if (key !== null && !hasKey(seen, key)) {
      sendError(response, 401, 'Incorrect API key provided: sk-wrong.', 'invalid_api_key')
      return
    }
    if (seen.method === 'GET' && seen.path === '/v1/models') {
      sendJson(response, 200, { object: 'list', data: models })
      return
    }
    if (seen.method !== 'POST' || seen.path !== '/v1/chat/completions') {
      sendError(response, 404, `Unknown request URL: ${seen.method} ${seen.path}`, 'unknown_url')
      return
    }
    const faults = validate('CreateChatCompletionRequest', seen.body)
    if (faults.length > 0) {
      violations.push(...faults)
      sendError(response, 400, `Not as the API description says: ${faults.join('; ')}`, 'spec')
      return
    }
    const request = seen.body as ChatRequest
    await perform(behave(request, seen), request, response)
  }, port)

  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    violations,
    behave: (behaviour) => {
      behave = typeof behaviour === 'function' ? behaviour : () => behaviour
    },
  }
}

function hasKey(seen: SeenRequest, key: string): boolean {
  return seen.headers.authorization === `Bearer ${key}` || seen.headers['api-key'] === key
}

function sendError(response: ServerResponse, status: number, message: string, code: string): void {
  sendJson(response, status, {
    error: { message, type: 'invalid_request_error', param: null, code },
  })
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
        message: { role: 'assistant', content: answer.text },
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
  for (const token of tokensOf(answer.text)) {
    if (response.destroyed) return
    await sendDelta({ content: token })
    await pace()
  }
  if (answer.ending === 'hang') return
  if (answer.ending === 'reset') {
    // A reset overtakes what is still under way, so the text gets a moment to arrive.
    await wait(100)
    response.socket?.resetAndDestroy()
    return
  }
  if (answer.ending === 'cut') {
    response.end()
    return
  }
  await sendDelta({}, answer.finishReason ?? 'stop')
  if (request.stream_options?.include_usage && answer.usage !== false) {
    await send({ choices: [], usage: usageOf(answer, request) })
  }
  response.end('data: [DONE]\n\n')
}

function chunkBase(request: ChatRequest, object: string) {
  return { id: 'chatcmpl-fake', object, created: 1_790_000_000, model: request.model }
}

/** Pieces as a tokenizer would make them: a word with the space before it. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? []
}

function usageOf(answer: Answer, request: ChatRequest) {
  const prompt = request.messages.flatMap(({ content }) => tokensOf(content)).length
  const completion = tokensOf(answer.text).length
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  }
}

/** Keeps the average rate, however coarse the system's timer is. */
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
