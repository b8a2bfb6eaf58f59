import { perform } from './fakeOpenAi.ts'
import type { ChatRequest } from './fakeOpenAi.ts'
import { sendJson, startFakeServer } from './fakeServer.ts'
import type { FakeServer } from './fakeServer.ts'

export type FakeLocalServerKind =
  | 'lmstudio'
  | 'lmstudioOlder'
  | 'llamacpp'
  | 'llamacppWithKey'
  | 'vllm'
  | 'localai'
  | 'jan'
  | 'koboldcpp'
  | 'otherWebServer'

type Answers = Readonly<Record<string, { status?: number; body: unknown }>>

const openAiList = (...ids: string[]) => ({
  body: { object: 'list', data: ids.map((id) => ({ id, object: 'model', owned_by: 'local' })) },
})

/** What each answers where Parley looks for it; everything else is 404. */
const answers: Record<FakeLocalServerKind, Answers> = {
  lmstudio: {
    '/api/v1/models': {
      body: {
        models: [
          {
            type: 'llm',
            key: 'qwen/qwen3-4b',
            display_name: 'Qwen3 4B',
            max_context_length: 32768,
          },
          {
            type: 'embedding',
            key: 'nomic-embed',
            display_name: 'Nomic',
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
          { id: 'qwen2-vl-7b', object: 'model', type: 'vlm', max_context_length: 32768 },
          { id: 'phi-4', object: 'model', type: 'llm', max_context_length: 16384 },
          { id: 'text-vectors', object: 'model', type: 'embeddings', max_context_length: 512 },
        ],
      },
    },
    '/v1/models': openAiList('qwen2-vl-7b', 'phi-4', 'text-vectors'),
  },
  llamacpp: {
    '/health': { body: { status: 'ok' } },
    '/props': {
      body: {
        default_generation_settings: { n_ctx: 65536 },
        modalities: { vision: false, audio: false },
        build_info: 'b8681',
      },
    },
    '/v1/models': {
      body: {
        object: 'list',
        data: [{ id: 'gemma-3-4b.gguf', object: 'model', meta: { n_ctx_train: 131072 } }],
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
    '/api/extra/version': { body: { result: 'KoboldCpp', version: '1.101' } },
    '/v1/models': openAiList('koboldcpp/mistral-7b'),
  },
  otherWebServer: {
    '/': { body: '<!doctype html><title>My site</title>' },
    '/health': { body: { status: 'ok' } },
    '/readyz': { body: 'OK' },
  },
}

/** A model server, or a web server on its port, as far as it can be told from outside. */
export async function startFakeLocalServer(
  kind: FakeLocalServerKind,
  port = 0,
): Promise<FakeServer & { baseUrl: string }> {
  const server = await startFakeServer(async (seen, response) => {
    if (kind === 'llamacpp' || kind === 'llamacppWithKey') {
      response.setHeader('server', 'llama.cpp')
    }
    const answer = answers[kind][seen.path]
    if (seen.method === 'GET' && answer) {
      sendJson(response, answer.status ?? 200, answer.body)
      return
    }
    if (seen.method === 'POST' && seen.path === '/v1/chat/completions') {
      const request = seen.body as ChatRequest
      await perform({ kind: 'answer', text: `This is ${kind}.` }, request, response)
      return
    }
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>')
  }, port)
  return { ...server, baseUrl: `${server.origin}/v1` }
}
