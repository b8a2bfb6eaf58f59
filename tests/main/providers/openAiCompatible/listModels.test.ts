import { expect, test } from 'vitest'
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
