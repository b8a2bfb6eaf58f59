import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { perform } from './fakeOpenAi.ts'
import type { ChatRequest } from './fakeOpenAi.ts'
import type { Answer, Behaviour } from './behaviour.ts'
import { sendJson, startFakeServer, write } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { tokensOf } from './fakeTokens.ts'
import { chatSchema, deleteSchema, pullSchema, showSchema, unloadSchema } from './ollamaRequests.ts'
import type { OllamaChat } from './ollamaRequests.ts'

export interface FakeOllamaModel {
  name: string
  family: string
  size: number
  /** Sent with a model's details; newer versions also list them. */
  capabilities: readonly string[]
  contextLength: number
  parameters?: string
  template?: string
  /** Set if Ollama renders chats itself. */
  renderer?: string
  /** Further fields of its `model_info`, without the architecture's prefix. */
  info?: Readonly<Record<string, number>>
  /** The remote host of a cloud model. */
  remoteHost?: string
}

/** The sizes of a registry model's layers. */
export type FakeLayers = readonly number[]

export interface FakeOllamaOptions {
  models?: readonly FakeOllamaModel[]
  /** The models that can be downloaded. */
  registry?: Readonly<Record<string, FakeLayers>>
  /** False for servers with only Ollama's lists and OpenAI's chat. */
  chat?: boolean
  /** True if the list includes capabilities, as in newer versions. */
  capabilitiesListed?: boolean
}

export interface FakeOllama extends FakeServer {
  baseUrl: string
  /** Faults found in requests. */
  violations: string[]
  behave: (behaviour: (request: ChatRequest) => Behaviour) => void
  /** The models in memory with their context windows. */
  loaded: Map<string, number>
  /** Each time that a model was loaded, anew for another window, and the window. */
  loads: [model: string, window: number][]
  /** Returns the names of its models. */
  names: () => string[]
  /** Delays loading and downloads of models until the promise settles. */
  holdUp: (until: Promise<unknown>) => void
}

const chatModel = { family: 'llama', capabilities: ['completion', 'tools'], contextLength: 131_072 }
export const fakeOllamaModels: readonly FakeOllamaModel[] = [
  { ...chatModel, name: 'llama3.1:8b', size: 4_920_753_328 },
  {
    name: 'qwen3:4b',
    family: 'qwen3',
    size: 2_497_293_931,
    capabilities: ['completion', 'tools', 'thinking'],
    contextLength: 40_960,
  },
  {
    name: 'nomic-embed-text:latest',
    family: 'nomic-bert',
    size: 274_302_450,
    capabilities: ['embedding'],
    contextLength: 2048,
  },
  {
    name: 'all-minilm:latest',
    family: 'bert',
    size: 45_960_996,
    capabilities: ['embedding'],
    contextLength: 512,
  },
]

const usualWindow = 4096

/** Starts Ollama with the parts of its own API that Parley uses, and the OpenAI-compatible API. */
export async function startFakeOllama(
  port = 0,
  options: FakeOllamaOptions = {},
): Promise<FakeOllama> {
  const { registry = {}, chat = true, capabilitiesListed = false } = options
  const models = new Map(
    (options.models ?? fakeOllamaModels).map((model) => [model.name, model] as const),
  )
  const loaded = new Map<string, number>()
  const loads: [model: string, window: number][] = []
  const violations: string[] = []
  let until: Promise<unknown> = Promise.resolve()
  let behave = ({ messages }: ChatRequest): Behaviour => ({
    kind: 'answer',
    text: `You said: ${messages.at(-1)?.content ?? ''}`,
  })

  /** Parses a request. Refuses it and returns undefined if it is invalid. */
  function parse<Schema extends z.ZodType>(
    schema: Schema,
    { path, body }: SeenRequest,
    response: ServerResponse,
  ): z.infer<Schema> | undefined {
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    violations.push(`${path}: ${parsed.error.message}`)
    sendJson(response, 400, { error: `invalid request: ${parsed.error.message}` })
    return undefined
  }

  function find(name: string, response: ServerResponse): FakeOllamaModel | undefined {
    const model = models.get(name)
    if (!model) sendJson(response, 404, { error: `model '${name}' not found` })
    return model
  }

  async function answerChat(seen: SeenRequest, response: ServerResponse): Promise<void> {
    const request = parse(chatSchema, seen, response)
    const model = request && find(request.model, response)
    if (!request || !model) return
    const refusal = refusalOf(request, model)
    if (refusal !== undefined) {
      sendJson(response, 400, { error: refusal })
      return
    }
    if (!loaded.has(model.name)) await until
    const wanted = request.options?.num_ctx ?? fileWindowOf(model) ?? usualWindow
    const window = Math.min(wanted, model.contextLength)
    if (loaded.get(model.name) !== window) loads.push([model.name, window])
    loaded.set(model.name, window)
    const behaviour = behave(request)
    if (behaviour.kind === 'answer') await streamChat(behaviour, request, response, window)
    else await perform(behaviour, request, response)
  }

  async function answerPull(seen: SeenRequest, response: ServerResponse): Promise<void> {
    const request = parse(pullSchema, seen, response)
    if (!request) return
    const layers = registry[request.model]
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    const send = (line: object) => write(response, `${JSON.stringify(line)}\n`)
    await send({ status: 'pulling manifest' })
    if (!layers) {
      await send({ error: 'pull model manifest: file does not exist' })
      response.end()
      return
    }
    for (const [index, total] of layers.entries()) {
      const digest = `sha256:${String(index).repeat(12)}`
      const layer = { status: `pulling ${digest.slice(7)}`, digest, total }
      await send(layer)
      await send({ ...layer, completed: Math.floor(total / 2) })
      await until
      if (response.destroyed) return
      await send({ ...layer, completed: total })
    }
    await send({ status: 'verifying sha256 digest' })
    const size = layers.reduce((sum, total) => sum + total, 0)
    models.set(request.model, { ...chatModel, name: request.model, size })
    await send({ status: 'success' })
    response.end()
  }

  function answerShow(seen: SeenRequest, response: ServerResponse): void {
    const request = parse(showSchema, seen, response)
    const model = request && find(request.model, response)
    if (!model) return
    const { family, capabilities, contextLength, parameters, template, renderer } = model
    const { info = {} } = model
    sendJson(response, 200, {
      parameters: parameters ?? '',
      ...(template !== undefined && { template }),
      ...(renderer !== undefined && { renderer }),
      details: { family },
      model_info: {
        'general.architecture': family,
        [`${family}.context_length`]: contextLength,
        ...Object.fromEntries(Object.entries(info).map(([name, n]) => [`${family}.${name}`, n])),
      },
      capabilities,
    })
  }

  function answerDelete(seen: SeenRequest, response: ServerResponse): void {
    const request = parse(deleteSchema, seen, response)
    if (!request || !find(request.model, response)) return
    models.delete(request.model)
    loaded.delete(request.model)
    response.writeHead(200).end()
  }

  function answerUnload(seen: SeenRequest, response: ServerResponse): void {
    const request = parse(unloadSchema, seen, response)
    if (!request || !find(request.model, response)) return
    loaded.delete(request.model)
    sendJson(response, 200, { model: request.model, done: true, done_reason: 'unload' })
  }

  function listed(model: FakeOllamaModel): object {
    const { name, size, family, capabilities, contextLength, remoteHost } = model
    return {
      name,
      model: name,
      size,
      digest: digestOf(model),
      ...(remoteHost !== undefined && { remote_host: remoteHost, remote_model: name }),
      ...(capabilitiesListed && { capabilities }),
      details: {
        family,
        families: [family],
        ...(capabilitiesListed && { context_length: contextLength }),
      },
    }
  }

  async function answerCompatible(seen: SeenRequest, response: ServerResponse): Promise<void> {
    const request = seen.body as ChatRequest
    if (models.has(request.model)) {
      await perform(behave(request), request, response)
      return
    }
    const message = `model "${request.model}" not found, try pulling it first`
    sendJson(response, 404, { error: { message, type: 'api_error', code: null } })
  }

  const server = await startFakeServer(async (seen, response) => {
    switch (`${seen.method} ${seen.path}`) {
      case 'GET /':
        response.end('Ollama is running')
        return
      case 'GET /api/version':
        sendJson(response, 200, { version: '0.17.4' })
        return
      case 'GET /api/tags':
        sendJson(response, 200, { models: [...models.values()].map(listed) })
        return
      case 'GET /api/ps':
        sendJson(response, 200, {
          models: [...loaded].map(([name, window]) => ({ name, context_length: window })),
        })
        return
      case 'POST /api/show':
        answerShow(seen, response)
        return
      case 'POST /api/pull':
        await answerPull(seen, response)
        return
      case 'DELETE /api/delete':
        answerDelete(seen, response)
        return
      case 'POST /api/generate':
        answerUnload(seen, response)
        return
      case 'GET /v1/models':
        sendJson(response, 200, {
          object: 'list',
          data: [...models.keys()].map((id) => ({ id, object: 'model', owned_by: 'library' })),
        })
        return
      case 'POST /v1/chat/completions':
        await answerCompatible(seen, response)
        return
      default:
        if (chat && `${seen.method} ${seen.path}` === 'POST /api/chat') {
          await answerChat(seen, response)
          return
        }
        response.writeHead(404, { 'content-type': 'text/plain' })
        response.end('404 page not found')
    }
  }, port)

  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    violations,
    loaded,
    loads,
    names: () => [...models.keys()],
    behave: (behaviour) => {
      behave = behaviour
    },
    holdUp: (promise) => {
      until = promise
    },
  }
}

function digestOf({ name, size }: FakeOllamaModel): string {
  return Buffer.from(`${name} ${String(size)}`)
    .toString('hex')
    .padEnd(64, '0')
    .slice(0, 64)
}

function fileWindowOf({ parameters = '' }: FakeOllamaModel): number | undefined {
  const found = /num_ctx\s+(\d+)/.exec(parameters)
  return found ? Number(found[1]) : undefined
}

/** Returns how many tokens the model reads: half of its window if the prompt does not fit. */
function tokensRead({ messages }: OllamaChat, window: number): number {
  const sent = messages.flatMap(({ content }) => tokensOf(content)).length
  return sent > window ? window / 2 + 2 : sent
}

/** Returns Ollama's refusal of an option. */
function refusalOf(
  { tools, think }: OllamaChat,
  { name, family, capabilities }: FakeOllamaModel,
): string | undefined {
  if (tools && !capabilities.includes('tools')) {
    return `registry.ollama.ai/library/${name} does not support tools`
  }
  if (think !== undefined && think !== false && !capabilities.includes('thinking')) {
    return `"${name}" does not support thinking`
  }
  if (typeof think === 'string' && family !== 'gptoss') {
    return `think value "${think}" is not supported for this model`
  }
  return undefined
}

async function streamChat(
  answer: Answer,
  request: OllamaChat,
  response: ServerResponse,
  window: number,
): Promise<void> {
  const base = { model: request.model, created_at: '2026-11-01T10:00:00.123456789Z' }
  const send = (message: object) =>
    write(
      response,
      `${JSON.stringify({ ...base, message: { role: 'assistant', content: '', ...message }, done: false })}\n`,
    )
  const pause = async () => {
    if (answer.tokensPerSecond !== undefined) await sleep(1000 / answer.tokensPerSecond)
  }
  response.writeHead(200, { 'content-type': 'application/x-ndjson', ...answer.headers })
  if (answer.firstTokenMilliseconds !== undefined) await sleep(answer.firstTokenMilliseconds)
  for (const thinking of tokensOf(answer.reasoning ?? '')) {
    if (response.destroyed) return
    await send({ thinking })
    await pause()
  }
  for (const content of tokensOf(answer.text)) {
    if (response.destroyed) return
    await send({ content })
    await pause()
  }
  for (const { id, name, arguments: given } of answer.toolCalls ?? []) {
    await send({ tool_calls: [{ id, function: { name, arguments: JSON.parse(given) as object } }] })
  }
  if (answer.ending === 'hang') return
  if (answer.ending === 'reset') {
    // A reset overtakes data in transit, so the text gets a moment to arrive.
    await sleep(100)
    response.socket?.resetAndDestroy()
    return
  }
  if (answer.ending === 'cut') {
    response.end()
    return
  }
  const counts = {
    prompt_eval_count: tokensRead(request, window),
    eval_count: tokensOf(answer.text).length,
  }
  const last = { ...base, message: { role: 'assistant', content: '' }, done: true }
  const reason = { done_reason: answer.finishReason ?? 'stop', total_duration: 1_000_000 }
  response.end(`${JSON.stringify({ ...last, ...reason, ...(answer.usage !== false && counts) })}\n`)
}
