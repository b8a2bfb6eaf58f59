import { setTimeout as wait } from 'node:timers/promises'
import type { ServerResponse } from 'node:http'
import type { Anthropic } from '@anthropic-ai/sdk'
import { faultsOf } from './anthropicRequests.ts'
import type { CountRequest, CreateRequest } from './anthropicRequests.ts'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'

/** The fake's reaction to a request for a message. */
export type AnthropicBehaviour =
  | AnthropicAnswer
  /** A status with any body. */
  | { kind: 'status'; status: number; body: unknown; headers?: Record<string, string> }
  /** Raw events. */
  | { kind: 'events'; events: readonly object[] }
  /** Raw bytes, such as a recorded stream cut at any place. */
  | { kind: 'bytes'; pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }
  /** No answer until the client disconnects. */
  | { kind: 'hang' }

export interface AnthropicAnswer {
  kind: 'answer'
  text: string
  reasoning?: string
  calls?: readonly { id: string; name: string; input: object }[]
  /** Unlimited if missing. */
  tokensPerSecond?: number
  firstTokenMilliseconds?: number
  stopReason?: Anthropic.StopReason
  /** The ending: normal, without the end event, by a reset, or never. */
  ending?: 'done' | 'cut' | 'reset' | 'hang'
  /** Answers with a whole message although a stream was requested. */
  whole?: boolean
}

export type Behave = (request: CreateRequest, seen: SeenRequest) => AnthropicBehaviour

export interface FakeAnthropic extends FakeServer {
  /** Violations of the package's types by requests. */
  violations: string[]
  /** The names of uploaded files by id. */
  files: Map<string, string>
  /** Cuts the connection after it has kept the next upload. */
  loseUpload: () => void
  /** Changes the reaction to the next requests. */
  behave: (behaviour: AnthropicBehaviour | Behave) => void
  /** Refuses selected uploads with 529. The first upload is 1. */
  refuseUploads: (isRefused: (upload: number) => boolean) => void
}

export interface FakeAnthropicOptions {
  /** The required key; null accepts all requests. */
  key?: string | null
  models?: readonly object[]
  /** Models that are found by their ids, but not listed: older ones, and aliases. */
  hidden?: Readonly<Record<string, object>>
  /** The largest number of models on a page of the list. */
  pageSize?: number
  /** True if it stores files. */
  keepsFiles?: boolean
  port?: number
}

export const fakeAnthropicModels = [
  {
    type: 'model',
    id: 'claude-large',
    display_name: 'Claude Large',
    created_at: '2026-09-01T00:00:00Z',
  },
  {
    type: 'model',
    id: 'claude-small',
    display_name: 'Claude Small',
    created_at: '2026-08-01T00:00:00Z',
  },
]

/** Starts a configurable service with the Messages API. */
export async function startFakeAnthropic({
  key = null,
  models = fakeAnthropicModels,
  hidden = {},
  pageSize = 1000,
  keepsFiles = true,
  port = 0,
}: FakeAnthropicOptions = {}): Promise<FakeAnthropic> {
  const violations: string[] = []
  const files = new Map<string, string>()
  let uploads = 0
  let losesNext = false
  let isRefused = (_upload: number): boolean => false
  let behave: Behave = (request) => ({ kind: 'answer', text: `You said: ${lastText(request)}` })

  const server = await startFakeServer(async (seen, response) => {
    response.setHeader('request-id', `req_${String(server.requests.length)}`)
    if (key !== null && seen.headers['x-api-key'] !== key) {
      sendError(response, 401, 'authentication_error', 'invalid x-api-key')
      return
    }
    if (!seen.headers['anthropic-version']) violations.push('anthropic-version: is missing')
    const id = /^\/v1\/models\/([^/]+)$/.exec(seen.path)?.[1]
    if (seen.method === 'GET' && id !== undefined) {
      const found = hidden[id] ?? models.find((model) => 'id' in model && model.id === id)
      if (found) sendJson(response, 200, found)
      else sendError(response, 404, 'not_found_error', `model: ${id}`)
      return
    }
    switch (`${seen.method} ${seen.path}`) {
      case 'GET /v1/models':
        sendJson(response, 200, pageOf(models, pageSize, seen.query))
        return
      case 'POST /v1/files':
        uploads += 1
        if (isRefused(uploads)) {
          sendError(response, 529, 'overloaded_error', 'Not now')
        } else if (keepsFiles) {
          const kept = keepFile(seen, files, violations)
          if (losesNext) response.destroy()
          else sendJson(response, 200, kept)
          losesNext = false
        } else sendError(response, 404, 'not_found_error', 'Not found')
        return
      case 'GET /v1/files':
        if (keepsFiles) sendJson(response, 200, listFiles(files, seen.query, violations))
        else sendError(response, 404, 'not_found_error', 'Not found')
        return
      case 'POST /v1/messages/count_tokens':
        if (accept('count', seen, response)) {
          sendJson(response, 200, { input_tokens: countTokens(seen.body as CountRequest) })
        }
        return
      case 'POST /v1/messages':
        if (accept('create', seen, response)) {
          const request = seen.body as CreateRequest
          await perform(behave(request, seen), request, response)
        }
        return
      default: {
        const id = seen.method === 'DELETE' ? /^\/v1\/files\/(.+)$/.exec(seen.path)?.[1] : undefined
        if (id !== undefined && files.delete(decodeURIComponent(id))) {
          sendJson(response, 200, { id, type: 'file_deleted' })
        } else {
          sendError(response, 404, 'not_found_error', `Not found: ${seen.method} ${seen.path}`)
        }
      }
    }
  }, port)

  function accept(kind: 'create' | 'count', seen: SeenRequest, response: ServerResponse): boolean {
    const faults = faultsOf(kind, seen.body)
    if (faults.length === 0) return true
    violations.push(...faults)
    sendError(response, 400, 'invalid_request_error', faults.join('; '))
    return false
  }

  return {
    ...server,
    violations,
    files,
    loseUpload: () => {
      losesNext = true
    },
    behave: (behaviour) => {
      behave = typeof behaviour === 'function' ? behaviour : () => behaviour
    },
    refuseUploads: (decide) => {
      isRefused = decide
    },
  }
}

export function errorBody(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: 'req_fake' }
}

function sendError(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, errorBody(type, message))
}

function pageOf(models: readonly object[], size: number, query: URLSearchParams): object {
  const after = query.get('after_id')
  const ids = models.map((model) => ('id' in model ? String(model.id) : ''))
  const start = after === null ? 0 : ids.indexOf(after) + 1
  const data = models.slice(start, start + size)
  return {
    data,
    has_more: start + size < models.length,
    first_id: ids[start] ?? null,
    last_id: ids[start + data.length - 1] ?? null,
  }
}

function keepFile(seen: SeenRequest, files: Map<string, string>, violations: string[]): object {
  const type = String(seen.headers['content-type'])
  const part = /name="file"; filename="([^"]*)"\r\nContent-Type: ([^\r]*)\r\n/i.exec(
    String(seen.body),
  )
  if (!type.startsWith('multipart/form-data; boundary=') || !part) {
    violations.push('files: the upload is no form with a file')
  }
  const seconds = Number(
    /name="expires_in_seconds"\r\n\r\n(\d+)\r\n/.exec(String(seen.body))?.[1] ?? 'NaN',
  )
  if (!(seconds >= 3600 && seconds <= 7_776_000)) {
    violations.push('files: expires_in_seconds is no time between an hour and 90 days')
  }
  const [, name = '', mediaType = ''] = part ?? []
  const id = `file_${String(files.size + 1)}`
  files.set(id, name)
  return { ...describeFile(id, name), mime_type: mediaType }
}

function describeFile(id: string, name: string) {
  return {
    ...{ id, type: 'file', filename: name, mime_type: 'application/pdf', size_bytes: 1 },
    ...{ created_at: '2026-11-01T00:00:00Z', expires_at: '2126-12-01T00:00:00Z' },
  }
}

/** Lists two files a page, as the API of 2026 does: `after_id` is refused there. */
function listFiles(
  files: ReadonlyMap<string, string>,
  query: URLSearchParams,
  violations: string[],
): object {
  for (const name of query.keys()) {
    if (name !== 'limit' && name !== 'page') violations.push(`files: ${name} is no parameter`)
  }
  const start = Number(query.get('page') ?? '0')
  const all = [...files].map(([id, name]) => describeFile(id, name))
  const next = start + 2
  return { data: all.slice(start, next), next_page: next < all.length ? String(next) : null }
}

export function lastText({ messages }: CountRequest): string {
  const block = messages.at(-1)?.content.at(-1)
  return block?.type === 'text' ? block.text : ''
}

function countTokens({ messages, system }: CountRequest): number {
  return tokensOf(JSON.stringify([messages, system ?? []])).length
}

/** Splits text as a tokenizer would: a word with its leading space. */
function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,8}|\s+$/gu) ?? []
}

async function perform(
  behaviour: AnthropicBehaviour,
  request: CreateRequest,
  response: ServerResponse,
): Promise<void> {
  switch (behaviour.kind) {
    case 'hang':
      return
    case 'status': {
      const { status, body, headers } = behaviour
      const isText = typeof body === 'string'
      const type = isText ? 'text/html' : 'application/json'
      response.writeHead(status, { 'content-type': type, ...headers })
      response.end(isText ? body : JSON.stringify(body))
      return
    }
    case 'events':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(behaviour.events.map(frame).join(''))
      return
    case 'bytes':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for await (const piece of behaviour.pieces) {
        if (response.destroyed) return
        await write(response, piece)
      }
      response.end()
      return
    case 'answer':
      if (request.stream && !behaviour.whole) await streamAnswer(behaviour, request, response)
      else await sendAnswer(behaviour, request, response)
  }
}

/** Returns an event in wire format. */
export function frame(event: object): string {
  const name = 'type' in event ? `event: ${String(event.type)}\n` : ''
  return `${name}data: ${JSON.stringify(event)}\n\n`
}

type Block = Record<string, unknown> & { type: string }

function blocksOf({ text, reasoning, calls = [] }: AnthropicAnswer): Block[] {
  return [
    ...(reasoning ? [{ type: 'thinking', thinking: reasoning, signature: 'c2lnbmVk' }] : []),
    ...(text === '' ? [] : [{ type: 'text', text, citations: null }]),
    ...calls.map((call) => ({ type: 'tool_use', ...call })),
  ]
}

function messageOf(answer: AnthropicAnswer, request: CreateRequest) {
  return {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model: request.model,
    usage: {
      input_tokens: countTokens(request),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: tokensOf(answer.text).length,
    },
  }
}

function stopReasonOf({ stopReason, calls = [] }: AnthropicAnswer): string {
  return stopReason ?? (calls.length > 0 ? 'tool_use' : 'end_turn')
}

async function sendAnswer(
  answer: AnthropicAnswer,
  request: CreateRequest,
  response: ServerResponse,
): Promise<void> {
  await wait(answer.firstTokenMilliseconds ?? 0)
  sendJson(response, 200, {
    ...messageOf(answer, request),
    content: blocksOf(answer),
    stop_reason: stopReasonOf(answer),
    stop_sequence: null,
  })
}

async function streamAnswer(
  answer: AnthropicAnswer,
  request: CreateRequest,
  response: ServerResponse,
): Promise<void> {
  const message = messageOf(answer, request)
  const send = (event: object) => write(response, frame(event))
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  await send({ type: 'message_start', message: { ...message, content: [], stop_reason: null } })
  await send({ type: 'ping' })
  await wait(answer.firstTokenMilliseconds ?? 0)
  const pause = answer.tokensPerSecond === undefined ? 0 : 1000 / answer.tokensPerSecond
  for (const [index, block] of blocksOf(answer).entries()) {
    for (const event of blockEvents(block, index)) {
      if (response.destroyed) return
      await send(event)
      if (pause > 0) await wait(pause)
    }
  }
  if (answer.ending === 'hang') return
  if (answer.ending === 'reset') {
    // A reset overtakes data in transit, so the text gets a moment to arrive.
    await wait(100)
    response.socket?.resetAndDestroy()
    return
  }
  if (answer.ending !== 'cut') {
    const delta = { stop_reason: stopReasonOf(answer), stop_sequence: null }
    await send({ type: 'message_delta', delta, usage: message.usage })
    await send({ type: 'message_stop' })
  }
  response.end()
}

function* blockEvents(block: Block, index: number): Generator<object> {
  const start = (fields: object) => ({
    type: 'content_block_start',
    index,
    content_block: { ...block, ...fields },
  })
  const delta = (fields: object) => ({ type: 'content_block_delta', index, delta: fields })
  if (block.type === 'thinking') {
    yield start({ thinking: '', signature: '' })
    for (const thinking of tokensOf(String(block.thinking))) {
      yield delta({ type: 'thinking_delta', thinking })
    }
    yield delta({ type: 'signature_delta', signature: block.signature })
  } else if (block.type === 'tool_use') {
    yield start({ input: {} })
    for (const partial of tokensOf(JSON.stringify(block.input))) {
      yield delta({ type: 'input_json_delta', partial_json: partial })
    }
  } else {
    yield start({ text: '' })
    for (const text of tokensOf(String(block.text))) yield delta({ type: 'text_delta', text })
  }
  yield { type: 'content_block_stop', index }
}
