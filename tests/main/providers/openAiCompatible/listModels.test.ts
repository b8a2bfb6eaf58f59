import { expect, test } from 'vitest'
import type { Model } from '../../../../src/shared/models.ts'
import { parseModels } from '../../../../src/main/providers/openAiCompatible/listModels.ts'

const options = { providerId: 'x', local: false }
const ids = (json: unknown) => parseModels(json, options).map(({ modelId }) => modelId)

test('leaves out what is not for chat by its id', () => {
  const chat = [
    'gpt-4.1',
    'gpt-6-sol',
    'o3',
    'chat-latest',
    'claude-opus-5',
    'llama-3.3-70b-versatile',
    'qwen2.5-vl-72b',
    'gemma3:12b',
    'models/gemini-3-pro',
    'deepseek-r1',
    'magistral-medium',
    'grok-4-vision',
    'imaginary-model',
    'ttsx',
  ]
  const others = [
    'text-embedding-3-large',
    'nomic-embed-text',
    'qwen3-embedding',
    'whisper-large-v3',
    'tts-1-hd',
    'gpt-4o-mini-tts',
    'gpt-4o-transcribe-diarize',
    'gpt-live-transcribe',
    'gpt-image-2',
    'gpt-realtime-mini',
    'gpt-live-1',
    'dall-e-3',
    'omni-moderation-latest',
    'llama-guard-4-12b',
    'sora-3',
    'veo-3.1',
    'imagen-4',
    'bge-m3',
    'all-minilm:latest',
    'babbage-002',
    'rerank-v4',
    'playai-tts',
    'stable-diffusion-xl',
    'grok-imagine-image',
  ]
  expect(ids({ data: [...chat, ...others].map((id) => ({ id })) })).toEqual(chat)
})

test('believes a service that says what a model can do', () => {
  const data = [
    { id: 'codestral-embed-chat', capabilities: { completion_chat: true } },
    { id: 'mistral-vectors', capabilities: { completion_chat: false } },
    { id: 'painter', architecture: { output_modalities: ['image'] } },
    { id: 'seer', architecture: { output_modalities: ['text', 'image'] } },
    { id: 'together-chat', type: 'chat' },
    { id: 'together-other', type: 'rerank' },
    { id: 'switched-off', active: false },
  ]
  expect(ids(data)).toEqual(['codestral-embed-chat', 'seer', 'together-chat'])
})

test('takes what a model is for from its endpoints, and the rerankers by their ids', () => {
  const list = {
    models: [
      { name: 'command-x', endpoints: ['generate', 'chat'] },
      { name: 'command-x-classify', endpoints: ['classify'] },
      { name: 'rerank-v4', endpoints: ['rerank'] },
    ],
  }
  const cohere = { ...options, idField: 'name', tasks: ['chat', 'rerank'] } as const
  expect(parseModels(list, cohere).map(({ modelId, tasks }) => [modelId, tasks])).toEqual([
    ['command-x', undefined],
    ['rerank-v4', ['rerank']],
  ])
})

test('takes names and context windows from wherever a service puts them', () => {
  const data = [
    { id: 'a', display_name: 'A', context_length: 1 },
    { id: 'b', name: 'B', context_window: 2 },
    { id: 'models/c', max_context_length: 3 },
    { id: 'd', max_model_len: 4 },
    { id: 'e', meta: { n_ctx_train: 5 } },
    { id: 'f', context_length: 'many' },
  ]
  expect(
    parseModels({ data }, options).map(({ name, contextTokens }) => [name, contextTokens]),
  ).toEqual([
    ['A', 1],
    ['B', 2],
    ['c', 3],
    ['d', 4],
    ['e', 5],
    ['f', undefined],
  ])
})

test('orders by date, drops doubles and whatever is no model', () => {
  const data = [{ id: 'old', created: 1 }, { id: 'new', created: 2 }, { id: 'old' }, 7, null, {}]
  expect(ids({ data })).toEqual(['new', 'old'])
  expect(ids({ models: [{ id: 'x' }] })).toEqual(['x'])
})

test.each([{ data: 'none' }, 'text', null, { error: 'no' }])('%j is no list', (json) => {
  expect(() => ids(json)).toThrow(expect.objectContaining({ code: 'malformedAnswer' }))
})

/** Returns the facts about one model, without its names. */
function factsOf(entry: object): Partial<Model> {
  const [model] = parseModels({ data: [{ id: 'm', ...entry }] }, options)
  const named = ['providerId', 'modelId', 'name', 'local']
  return Object.fromEntries(Object.entries(model ?? {}).filter(([field]) => !named.includes(field)))
}

test.each([
  ['2027-01-14', null],
  ['2027-01-14T08:00:00Z', null],
])('takes the day on which a model is switched off from %s', (shutdown_date, replacement) => {
  expect(factsOf({ shutdown_date })).toEqual({ retirement: { date: '2027-01-14', replacement } })
})

test("takes the day and the replacement in Mistral's way", () => {
  const entry = { deprecation: '2027-03-01T12:00:00Z', deprecation_replacement_model: 'next' }
  expect(factsOf(entry)).toEqual({ retirement: { date: '2027-03-01', replacement: 'next' } })
})

test('takes null for the word that no day is set', () => {
  expect(factsOf({ shutdown_date: null })).toEqual({ hasNoShutdown: true })
})

test.each(['soon', '2027-13-45', 17])('takes %j for no day', (shutdown_date) => {
  expect(factsOf({ shutdown_date })).toEqual({})
})

test("takes window, capabilities and price in OpenRouter's way", () => {
  expect(
    factsOf({
      context_length: 200_000,
      top_provider: { max_completion_tokens: 64_000 },
      architecture: { input_modalities: ['text', 'image', 'file'], output_modalities: ['text'] },
      supported_parameters: ['tools', 'reasoning', 'structured_outputs'],
      pricing: { prompt: '0.000003', completion: '0.000015', input_cache_read: '0.0000003' },
    }),
  ).toEqual({
    contextTokens: 200_000,
    outputTokensMaximum: 64_000,
    capabilities: {
      image: true,
      pdf: true,
      audio: false,
      tools: true,
      reasoning: true,
      structuredOutput: true,
    },
    price: { input: 3, output: 15, cachedInput: 0.3 },
  })
})

test("takes capabilities in Mistral's, GitHub's, Vercel's and Fireworks's ways", () => {
  const mistral = { completion_chat: true, vision: true, function_calling: false }
  expect(factsOf({ capabilities: mistral }).capabilities).toEqual({ image: true, tools: false })
  const github = {
    capabilities: ['streaming', 'tool-calling'],
    supported_input_modalities: ['text', 'audio'],
    supported_output_modalities: ['text'],
    limits: { max_input_tokens: 100, max_output_tokens: 50 },
  }
  expect(factsOf(github)).toMatchObject({
    contextTokens: 100,
    outputTokensMaximum: 50,
    capabilities: { image: false, audio: true, tools: true },
  })
  const vercel = {
    type: 'language',
    tags: ['tool-use', 'vision', 'reasoning'],
    pricing: { input: '0.000001', output: '0.000002' },
  }
  expect(factsOf(vercel)).toMatchObject({
    capabilities: { image: true, tools: true, reasoning: true },
    price: { input: 1, output: 2 },
  })
  const fireworks = { supports_image_input: true, supports_tools: false }
  expect(factsOf(fireworks).capabilities).toEqual({ image: true, tools: false })
})

test('takes no price where it is not plain', () => {
  expect(factsOf({ pricing: { prompt: '-1', completion: '-1' } })).toEqual({})
  expect(factsOf({ pricing: { input: 0.88, output: 0.88 } })).toEqual({})
})

test.each([
  ['transcribe', ['whisper-1', 'gpt-4o-transcribe']],
  ['realtime', ['gpt-realtime-2.1']],
  ['embed', ['text-embedding-3-small']],
  ['speak', ['tts-1']],
  ['image', ['gpt-image-1']],
  ['rerank', ['bge-reranker-v2']],
  ['chat', ['gpt-5.5']],
] as const)('of one list the models for %s are found by their ids', (task, expected) => {
  const listed = ['gpt-5.5', 'whisper-1', 'gpt-realtime-2.1', 'gpt-4o-transcribe', 'tts-1']
  const others = [
    'gpt-image-1',
    'text-embedding-3-small',
    'bge-reranker-v2',
    'omni-moderation-latest',
  ]
  const data = [...listed, ...others].map((id) => ({ id }))
  const models = parseModels({ data }, { ...options, tasks: [task] })
  expect(models.map(({ modelId }) => modelId)).toEqual(expected)
  if (task !== 'chat') expect(models[0]?.tasks).toContain(task)
})

test('one list has the models for several tasks, each with its own, chat first', () => {
  const listed = ['tts-1', 'bge-reranker-v2', 'whisper-1', 'gpt-5.5', 'mistralai/voxtral-small']
  const data = listed.map((id) => ({ id }))
  const tasks = ['chat', 'transcribe', 'speak'] as const
  expect(
    parseModels({ data }, { ...options, tasks }).map((model) => [model.modelId, model.tasks]),
  ).toEqual([
    ['gpt-5.5', undefined],
    ['mistralai/voxtral-small', ['chat', 'transcribe']],
    ['tts-1', ['speak']],
    ['whisper-1', ['transcribe']],
  ])
})
