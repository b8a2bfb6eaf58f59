import { afterEach, describe, expect, test } from 'vitest'
import type { LocalServerId } from '../../../../src/main/providers/local/localServers.ts'
import { modelSchema } from '../../../../src/shared/models.ts'
import { startFakeLocalServer } from '../../../fakes/fakeLocalServer.ts'
import type { FakeLocalServer, FakeLocalServerKind } from '../../../fakes/fakeLocalServer.ts'
import { ask, collect } from '../collect.ts'
import { never, openLocal } from './openLocal.ts'

const servers: FakeLocalServer[] = []

afterEach(async () => {
  expect(servers.flatMap(({ violations }) => violations)).toEqual([])
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function start(kind: FakeLocalServerKind) {
  const server = await startFakeLocalServer(kind)
  servers.push(server)
  const id = kind.replace(/(?:Older|Router|WithKey)$/, '') as LocalServerId
  return { server, provider: openLocal(id, server.origin) }
}

test.each<[FakeLocalServerKind, object[]]>([
  [
    'lmstudio',
    [
      {
        modelId: 'qwen/qwen3-4b',
        name: 'Qwen3 4B',
        contextIsMaximum: true,
        contextTokens: 32_768,
        capabilities: { image: false, tools: true, reasoning: true, structuredOutput: true },
        loadState: 'notLoaded',
        sizeBytes: 2_279_145_003,
      },
    ],
  ],
  [
    'lmstudioOlder',
    [
      {
        modelId: 'qwen2-vl-7b',
        name: 'qwen2-vl-7b',
        contextTokens: 4096,
        capabilities: { image: true, tools: true, structuredOutput: true },
        loadState: 'loaded',
      },
      {
        modelId: 'phi-4',
        name: 'phi-4',
        contextIsMaximum: true,
        contextTokens: 16_384,
        capabilities: { image: false, structuredOutput: true },
        loadState: 'notLoaded',
      },
    ],
  ],
  [
    'llamacpp',
    [
      {
        modelId: 'gemma-3-4b.gguf',
        name: 'gemma-3-4b.gguf',
        contextTokens: 65_536,
        capabilities: { image: true, audio: false, tools: true, structuredOutput: true },
        loadState: 'loaded',
        sizeBytes: 2_489_757_856,
      },
    ],
  ],
  [
    'llamacppRouter',
    [
      {
        modelId: 'org/gemma:Q4',
        name: 'org/gemma:Q4',
        contextTokens: 65_536,
        capabilities: {
          image: true,
          pdf: false,
          audio: false,
          tools: true,
          structuredOutput: true,
        },
        loadState: 'loaded',
      },
      ...(['loading', 'notLoaded', 'notLoaded'] as const).map((loadState, index) => {
        const modelId = ['org/qwen:Q8', 'org/phi:Q8', 'org/tiny:Q8'][index]
        const capabilities = { image: false, pdf: false, audio: false, structuredOutput: true }
        return { modelId, name: modelId, capabilities, loadState }
      }),
    ],
  ],
  [
    'vllm',
    [
      {
        modelId: 'Qwen/Qwen3-8B',
        name: 'Qwen/Qwen3-8B',
        contextTokens: 40_960,
        capabilities: { structuredOutput: true },
        loadState: 'loaded',
      },
    ],
  ],
  ['localai', [{ modelId: 'llama-3.2-1b-instruct', name: 'llama-3.2-1b-instruct' }]],
  ['jan', [{ modelId: 'jan-nano-4b', name: 'jan-nano-4b' }]],
  [
    'koboldcpp',
    [
      {
        modelId: 'koboldcpp/mistral-7b',
        name: 'koboldcpp/mistral-7b',
        contextTokens: 8192,
        capabilities: { image: true, audio: false },
        loadState: 'loaded',
      },
    ],
  ],
])('%s tells what its models can', async (kind, expected) => {
  const { server, provider } = await start(kind)
  const models = await provider.models(never)
  for (const model of models) expect(modelSchema.parse(model)).toEqual(model)
  const providerId = kind.replace(/(?:Older|Router|WithKey)$/, '')
  expect(models).toEqual(expected.map((model) => ({ ...model, providerId, local: true })))
  // None of these requests may have loaded a model.
  expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  expect((await collect(provider)).text).toBe(`This is ${kind}.`)
})

test('a model without a chat template only completes, as older versions of llama.cpp say', async () => {
  const { server, provider } = await start('llamacpp')
  const only = async () => (await provider.models(never))[0]?.onlyCompletes
  expect(await only()).toBeUndefined()
  server.answer('/props', { body: { chat_template: '' } })
  expect(await only()).toBe(true)
})

test('ids that were added by hand stand first', async () => {
  const { server } = await start('llamacpp')
  const provider = openLocal('llamacpp', server.origin, {
    extraModels: ['mine', 'gemma-3-4b.gguf'],
  })
  const ids = (await provider.models(never)).map(({ modelId }) => modelId)
  expect(ids).toEqual(['mine', 'gemma-3-4b.gguf'])
})

test('models for other tasks come from the compatible list, which may be missing', async () => {
  const { server, provider } = await start('lmstudio')
  const chatting = await provider.models(never)
  server.answer('/v1/models', { body: { data: [{ id: 'whisper-large' }, { id: 'tts-1' }] } })
  const both = await provider.models(never, ['chat', 'transcribe'])
  expect(both.slice(0, -1)).toEqual(chatting)
  expect(both.at(-1)).toMatchObject({ modelId: 'whisper-large', tasks: ['transcribe'] })
  server.answer('/v1/models', { status: 404, body: 'Not found' })
  expect(await provider.models(never, ['chat', 'transcribe'])).toEqual(chatting)
})

test.each(['lmstudio', 'llamacpp', 'vllm', 'localai', 'koboldcpp'] as const)(
  '%s that says nothing of itself has its models listed all the same',
  async (id) => {
    const { server } = await start('jan')
    for (const path of ['/props', '/health', '/system', '/api/v1/models', '/api/extra/version']) {
      server.answer(path, { body: { nothing: [7] } })
    }
    const models = await openLocal(id, server.origin).models(never)
    expect(models.map(({ modelId }) => modelId)).toEqual(['jan-nano-4b'])
  },
)

test('a llama.cpp that wants a key says so, though it lists its model to anybody', async () => {
  const { provider } = await start('llamacppWithKey')
  await expect(provider.models(never)).rejects.toMatchObject({
    code: 'keyRefused',
    details: { status: 401 },
  })
})

describe('a model that is loading', () => {
  test('shows as such where llama.cpp lists it already', async () => {
    const { server, provider } = await start('llamacpp')
    const answered = { status: 503, body: { error: { message: 'Loading model', code: 503 } } }
    server.answer('/health', answered)
    server.answer('/props', answered)
    expect(await provider.models(never)).toMatchObject([{ loadState: 'loading' }])
  })

  test('shows as such where llama.cpp was listed before, and lists nothing now', async () => {
    const { server, provider } = await start('llamacpp')
    await provider.models(never)
    const body = { error: { message: 'Loading model', code: 503 } }
    server.answer('/v1/models', { status: 503, body })
    expect(await provider.models(never)).toMatchObject([
      { modelId: 'gemma-3-4b.gguf', loadState: 'loading' },
    ])
    server.answer('/v1/models', { status: 503, body: { error: 'Out of order' } })
    await expect(provider.models(never)).rejects.toMatchObject({ code: 'overloaded' })
  })

  test('shows as such where an LM Studio says so', async () => {
    const { server, provider } = await start('lmstudioOlder')
    const data = [{ id: 'phi-4', type: 'llm', state: 'loading' }]
    server.answer('/api/v0/models', { body: { data } })
    expect(await provider.models(never)).toMatchObject([{ loadState: 'loading' }])
  })

  test('that sleeps is not in memory', async () => {
    const { server, provider } = await start('llamacpp')
    server.answer('/props', { body: { is_sleeping: true } })
    expect(await provider.models(never)).toMatchObject([{ loadState: 'notLoaded' }])
  })
})

test('LocalAI tells what its models are for, and which are in memory', async () => {
  const { server, provider } = await start('localai')
  const data = [
    {
      id: 'llama-3.2-1b-instruct',
      capabilities: ['chat', 'vision'],
      input_modalities: ['text', 'image'],
    },
    { id: 'seer', capabilities: ['transcript'], input_modalities: ['audio'] },
  ]
  server.answer('/v1/models/capabilities', { body: { object: 'list', data } })
  server.answer('/v1/models', { body: { data: [...data, { id: 'unknown-chat' }] } })
  server.answer('/system', { body: { backends: [], loaded_models: [{ id: 'unknown-chat' }] } })
  expect(await provider.models(never)).toMatchObject([
    {
      modelId: 'llama-3.2-1b-instruct',
      capabilities: { image: true, audio: false },
      loadState: 'notLoaded',
    },
    { modelId: 'unknown-chat', loadState: 'loaded' },
  ])
})

test('a KoboldCpp without a model, or from before it spoke as OpenAI does', async () => {
  const { server, provider } = await start('koboldcpp')
  server.answer('/v1/models', { status: 404, body: {} })
  expect(await provider.models(never)).toMatchObject([{ modelId: 'koboldcpp/mistral-7b' }])
  server.answer('/api/v1/model', { body: { result: 'koboldcpp/inactive' } })
  expect(await provider.models(never)).toEqual([])
  server.answer('/api/v1/model', { body: { result: 7 } })
  await expect(provider.models(never)).rejects.toMatchObject({ code: 'malformedAnswer' })
})

test('what stands before several llama.cpp is not taken for each of them', async () => {
  const { server, provider } = await start('llamacpp')
  server.answer('/v1/models', { body: { data: [{ id: 'one' }, { id: 'two' }] } })
  const models = await provider.models(never)
  expect(models.map(({ modelId, loadState }) => [modelId, loadState])).toEqual([
    ['one', undefined],
    ['two', undefined],
  ])
})

test.each(['ollama', 'lmstudio', 'lmstudioOlder', 'koboldcpp'] as const)(
  'an id that is too long does not spoil the list of %s',
  async (kind) => {
    const { server } = await start(kind === 'ollama' ? 'jan' : kind)
    const id = 'x'.repeat(301)
    const entries = [
      { id, key: id, name: id, type: 'llm' },
      { id: 'ok', key: 'ok', name: 'ok', type: 'llm' },
    ]
    for (const path of ['/api/tags', '/api/v1/models', '/api/v0/models', '/v1/models']) {
      if (kind === 'lmstudioOlder' && path === '/api/v1/models') continue
      server.answer(path, { body: { models: entries, data: entries } })
    }
    const flavour = kind === 'lmstudioOlder' ? 'lmstudio' : kind
    const models = await openLocal(flavour, server.origin).models(never)
    for (const model of models) expect(modelSchema.parse(model)).toEqual(model)
    expect(models.map(({ modelId }) => modelId)).toEqual(['ok'])
  },
)

describe('tokens', () => {
  const request = { ...ask('How many words are there?'), modelId: 'm' }

  test.each([
    ['llamacpp', 6],
    ['llamacppOlder', 7],
    ['vllm', 6],
    ['koboldcpp', 5],
  ] as const)('are counted by %s', async (kind, count) => {
    const { provider } = await start(kind)
    expect(await provider.countTokens?.(request, never)).toBe(count)
  })

  test.each(['lmstudio', 'localai', 'jan'] as const)('are not counted by %s', async (kind) => {
    expect((await start(kind)).provider.countTokens).toBeUndefined()
  })

  test('that are no number are a malformed answer', async () => {
    const { server, provider } = await start('vllm')
    server.answer('POST /tokenize', { body: { count: 'many' } })
    await expect(provider.countTokens?.(request, never)).rejects.toMatchObject({
      code: 'malformedAnswer',
    })
  })

  test('are not counted by what only looks like it', async () => {
    const { server } = await start('jan')
    for (const id of ['llamacpp', 'vllm', 'koboldcpp'] as const) {
      const counted = openLocal(id, server.origin).countTokens?.(request, never)
      await expect(counted).rejects.toMatchObject({ code: 'notSupported' })
    }
  })
})
