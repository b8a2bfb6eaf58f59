import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { perform } from './fakeOpenAi.ts'
import type { ChatRequest } from './fakeOpenAi.ts'
import { sendJson, startFakeServer } from './fakeServer.ts'
import type { FakeServer, SeenRequest } from './fakeServer.ts'
import { tokensOf } from './fakeTokens.ts'

export type FakeLocalServerKind =
  | 'lmstudio'
  | 'lmstudioOlder'
  | 'llamacpp'
  | 'llamacppOlder'
  | 'llamacppRouter'
  | 'llamacppWithKey'
  | 'vllm'
  | 'localai'
  | 'jan'
  | 'koboldcpp'
  | 'otherWebServer'

interface Answered {
  status?: number
  body: unknown
}

export interface FakeLocalServer extends FakeServer {
  baseUrl: string
  /** Faults found in requests. */
  violations: string[]
  /** Changes the answer at a path. A prefixed method selects a request other than GET. */
  answer: (path: string, answered: Answered) => void
}

const openAiList = (...ids: string[]) => ({
  body: { object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by: 'local' })) },
})

const lmStudioModel = {
  type: 'llm',
  publisher: 'qwen',
  key: 'qwen/qwen3-4b',
  display_name: 'Qwen3 4B',
  size_bytes: 2_279_145_003,
  max_context_length: 32768,
  loaded_instances: [],
  capabilities: {
    vision: false,
    trained_for_tool_use: true,
    reasoning: { allowed_options: ['off', 'on'], default: 'on' },
  },
}

const llamaCppProps = {
  default_generation_settings: { id: 0, n_ctx: 65536 },
  total_slots: 1,
  modalities: { vision: true, audio: false },
  chat_template_caps: { supports_tools: true, supports_tool_calls: true },
  build_info: 'b8681-1a2b3c4',
  is_sleeping: false,
}

const llamaCpp: Readonly<Record<string, Answered>> = {
  '/health': { body: { status: 'ok' } },
  '/props': { body: llamaCppProps },
  '/v1/models': {
    body: {
      object: 'list',
      data: [
        {
          id: 'gemma-3-4b.gguf',
          object: 'model',
          owned_by: 'llamacpp',
          meta: { n_ctx_train: 131072, n_params: 3_880_099_328, size: 2_489_757_856 },
        },
      ],
    },
  },
}

const routed = (id: string, value: string, inputs = ['text']) => ({
  id,
  object: 'model',
  architecture: { input_modalities: inputs, output_modalities: ['text'] },
  status: { value },
})

/** The answers to GET requests at the paths that Parley uses. All others are 404. */
const answers: Record<FakeLocalServerKind, Readonly<Record<string, Answered>>> = {
  lmstudio: {
    '/api/v1/models': {
      body: {
        models: [
          lmStudioModel,
          {
            type: 'embedding',
            key: 'nomic-embed',
            display_name: 'Nomic',
            size_bytes: 274_290_560,
            loaded_instances: [],
            max_context_length: 2048,
          },
        ],
      },
    },
    '/v1/models': openAiList('qwen/qwen3-4b', 'nomic-embed'),
  },
  lmstudioOlder: {
    '/api/v0/models': {
      body: {
        object: 'list',
        data: [
          {
            id: 'qwen2-vl-7b',
            object: 'model',
            type: 'vlm',
            state: 'loaded',
            max_context_length: 32768,
            loaded_context_length: 4096,
            capabilities: ['tool_use'],
          },
          {
            id: 'phi-4',
            object: 'model',
            type: 'llm',
            state: 'not-loaded',
            max_context_length: 16384,
          },
          { id: 'text-vectors', object: 'model', type: 'embeddings', max_context_length: 512 },
        ],
      },
    },
    '/v1/models': openAiList('qwen2-vl-7b', 'phi-4', 'text-vectors'),
  },
  llamacpp: llamaCpp,
  llamacppOlder: llamaCpp,
  llamacppRouter: {
    '/health': { body: { status: 'ok' } },
    '/props': { body: { ...llamaCppProps, default_generation_settings: {} } },
    '/props?autoload=false&model=org/gemma:Q4': { body: llamaCppProps },
    '/v1/models': {
      body: {
        object: 'list',
        data: [
          routed('org/gemma:Q4', 'loaded', ['text', 'image']),
          routed('org/qwen:Q8', 'loading'),
          routed('org/phi:Q8', 'unloaded'),
          routed('org/tiny:Q8', 'sleeping'),
        ],
      },
    },
  },
  llamacppWithKey: {
    '/health': { body: { status: 'ok' } },
    '/props': { status: 401, body: { error: { message: 'Invalid API Key', code: 401 } } },
    '/v1/models': openAiList('gemma-3-4b.gguf'),
  },
  vllm: {
    '/version': { body: { version: '0.32.0' } },
    '/health': { body: '' },
    '/v1/models': {
      body: {
        object: 'list',
        data: [{ id: 'Qwen/Qwen3-8B', object: 'model', owned_by: 'vllm', max_model_len: 40960 }],
      },
    },
  },
  localai: {
    '/readyz': { body: 'OK' },
    '/version': { body: { version: 'v3.9.0' } },
    '/v1/models': openAiList('llama-3.2-1b-instruct', 'whisper-1', 'stablediffusion'),
  },
  jan: { '/v1/models': openAiList('jan-nano-4b') },
  koboldcpp: {
    '/api/extra/version': {
      body: { result: 'KoboldCpp', version: '1.101', llm: true, vision: true, audio: false },
    },
    '/api/extra/true_max_context_length': { body: { value: 8192 } },
    '/api/v1/model': { body: { result: 'koboldcpp/mistral-7b' } },
    '/v1/models': openAiList('koboldcpp/mistral-7b'),
  },
  otherWebServer: {
    '/': { body: '<!doctype html><title>My site</title>' },
    '/health': { body: { status: 'ok' } },
    '/readyz': { body: 'OK' },
  },
}

const messages = z.array(z.looseObject({ role: z.string(), content: z.unknown() })).min(1)
const tools = z.array(z.looseObject({ type: z.literal('function') })).optional()
const conversation = z.strictObject({ model: z.string(), messages, tools })
const name = z.string().min(1)

interface Post {
  schema: z.ZodType
  answer: (body: never) => object
}

/** Validates the body, and passes it to the answer. */
function post<Schema extends z.ZodType>(
  schema: Schema,
  answer: (body: z.infer<Schema>) => object,
): Post {
  return { schema, answer }
}

const textOf = (said: z.infer<typeof messages>) =>
  said.map(({ role, content }) => `<${role}> ${String(content)}`).join(' ')

const applyTemplate: Readonly<Record<string, Post>> = {
  '/apply-template': post(conversation, (body) => ({ prompt: textOf(body.messages) })),
  '/tokenize': post(
    z.strictObject({ model: z.string(), content: z.string(), add_special: z.literal(true) }),
    ({ content }) => ({ tokens: ['begin', ...tokensOf(content)].map((_, index) => index) }),
  ),
}

const posts: Partial<Record<FakeLocalServerKind, Readonly<Record<string, Post>>>> = {
  lmstudio: {
    '/api/v1/models/load': post(
      z.strictObject({ model: name, context_length: z.number().int().positive() }),
      ({ model }) => ({ type: 'llm', instance_id: model, status: 'loaded' }),
    ),
    '/api/v1/models/unload': post(z.strictObject({ instance_id: name }), (body) => body),
    '/api/v1/models/download': post(z.strictObject({ model: name }), () => ({
      job_id: 'job_1',
      status: 'downloading',
      total_size_bytes: 1000,
      downloaded_bytes: 0,
    })),
  },
  llamacpp: {
    '/v1/chat/completions/input_tokens': post(conversation, (body) => ({
      object: 'response.input_tokens',
      input_tokens: tokensOf(textOf(body.messages)).length,
    })),
  },
  llamacppOlder: applyTemplate,
  vllm: {
    '/tokenize': post(conversation, (body) => {
      const tokens = tokensOf(textOf(body.messages)).map((_, index) => index)
      return { count: tokens.length, max_model_len: 40960, tokens }
    }),
  },
  koboldcpp: {
    '/api/extra/tokencount': post(z.strictObject({ prompt: z.string() }), ({ prompt }) => ({
      value: tokensOf(prompt).length,
      ids: [],
    })),
  },
}

/** Starts a model server, or a web server on its port, limited to Parley's use. */
export async function startFakeLocalServer(
  kind: FakeLocalServerKind,
  port = 0,
): Promise<FakeLocalServer> {
  const changed = new Map<string, Answered>()
  const violations: string[] = []

  function answerPost(seen: SeenRequest, known: Post, response: ServerResponse): void {
    const parsed = known.schema.safeParse(seen.body)
    if (parsed.success) {
      sendJson(response, 200, known.answer(parsed.data as never))
      return
    }
    violations.push(`${seen.path}: ${parsed.error.message}`)
    sendJson(response, 400, { error: { message: parsed.error.message } })
  }

  const server = await startFakeServer(async (seen, response) => {
    if (kind.startsWith('llamacpp')) response.setHeader('server', 'llama.cpp')
    const answer = answerTo(seen, kind, changed)
    if (answer) {
      sendJson(response, answer.status ?? 200, answer.body)
      return
    }
    const known = seen.method === 'POST' ? posts[kind]?.[seen.path] : undefined
    if (known) {
      answerPost(seen, known, response)
      return
    }
    if (seen.method === 'POST' && seen.path === '/v1/chat/completions') {
      const request = seen.body as ChatRequest
      await perform({ kind: 'answer', text: `This is ${kind}.` }, request, response)
      return
    }
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
  }, port)

  return {
    ...server,
    baseUrl: `${server.origin}/v1`,
    violations,
    answer: (path, answered) => {
      changed.set(path, answered)
    },
  }
}

/** Returns the answer at a path, with or without its query. */
function answerTo(
  { method, path, query }: SeenRequest,
  kind: FakeLocalServerKind,
  changed: ReadonlyMap<string, Answered>,
): Answered | undefined {
  if (method !== 'GET') return changed.get(`${method} ${path}`)
  const search = [...query].map(([field, value]) => `${field}=${value}`).sort()
  const whole = search.length > 0 ? `${path}?${search.join('&')}` : path
  return changed.get(whole) ?? answers[kind][whole] ?? changed.get(path) ?? answers[kind][path]
}
