import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { TakenParameters } from '../../../../src/shared/assistantProfiles.ts'
import { errorBody, startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { startFakeAssistants } from '../../../fakes/fakeAssistants.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { startFakeOllama } from '../../../fakes/fakeOllama.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { openAnthropic } from '../anthropic/openAnthropic.ts'
import { openBedrock } from '../bedrock/openBedrock.ts'
import { collect } from '../collect.ts'
import { openLocal } from '../local/openLocal.ts'
import { modelWith } from '../openAiCompatible/turns.ts'
import { openService } from '../openAiCompatible/openService.ts'

const turns: ReplyRequest['turns'] = [
  { role: 'system', parts: [{ type: 'text', text: 'Answer in rhymes.' }] },
  { role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
]
const chosen = { temperature: 0.4, topP: 0.9, stopWords: ['END', '\n\n'] }

/** The body of the last request, and the options that an answer says were left out. */
interface Sent {
  body: Record<string, unknown>
  dropped: string[]
}

interface Fake {
  requests: { body?: unknown }[]
  close: () => unknown
}

async function send(fake: Fake, provider: Provider, request: Partial<ReplyRequest>): Promise<Sent> {
  const asked = { modelId: 'parley-large', turns, outputTokensMaximum: 300, ...request }
  const { events, error } = await collect(provider, asked)
  expect(error).toBeUndefined()
  const dropped = events.flatMap((event) =>
    event.type === 'warning' && event.warning.code === 'optionDropped'
      ? (event.warning.subject ?? [])
      : [],
  )
  return { body: fake.requests.at(-1)?.body as Sent['body'], dropped }
}

function closing<Started extends Fake>(fake: Started): Started {
  onTestFinished(() => void fake.close())
  return fake
}

async function openAi(options: Parameters<typeof openService>[1] = {}) {
  const fake = closing(await startFakeOpenAi())
  const provider = openService(fake.baseUrl, options)
  return { fake, provider, ask: (request: Partial<ReplyRequest>) => send(fake, provider, request) }
}

async function anthropic() {
  const fake = closing(await startFakeAnthropic())
  const provider = openAnthropic(fake.origin)
  return { fake, provider, ask: (request: Partial<ReplyRequest>) => send(fake, provider, request) }
}

async function bedrock(operation: 'converse' | 'invokeModel' = 'converse') {
  const fake = closing(await startFakeBedrock())
  const provider = openBedrock(fake.origin, { aws: { operation } })
  return { fake, provider, ask: (request: Partial<ReplyRequest>) => send(fake, provider, request) }
}

const taken = (provider: Provider, request: Partial<ReplyRequest> = {}) =>
  provider.takenParameters?.({ modelId: 'parley-large', effort: 'auto', ...request })

test('Chat Completions: instructions, temperature, top-p, stop words and the longest answer', async () => {
  const { fake, provider, ask } = await openAi()
  expect(await ask(chosen)).toMatchObject({
    dropped: [],
    body: {
      messages: [
        { role: 'system', content: 'Answer in rhymes.' },
        { role: 'user', content: 'Hi' },
      ],
      temperature: 0.4,
      top_p: 0.9,
      stop: ['END', '\n\n'],
      max_tokens: 300,
    },
  })
  expect(fake.violations).toEqual([])
  expect(await taken(provider)).toEqual({
    maxTemperature: 2,
    topP: true,
    maxTokens: true,
    maxStopWords: 16,
  })
})

test('without the user’s choice no parameter is sent', async () => {
  const { ask } = await openAi()
  const { body } = await ask({})
  expect(Object.keys(body).toSorted()).toEqual([
    'max_tokens',
    'messages',
    'model',
    'stream',
    'stream_options',
  ])
})

test('a model that reasons gets no temperature, and the answer says so', async () => {
  const { fake, provider, ask } = await openAi()
  const { body, dropped } = await ask({ ...chosen, modelId: 'gpt-5.1', effort: 'low' })
  expect(body).not.toHaveProperty('temperature')
  expect(dropped.toSorted()).toEqual(['stopWords', 'temperature', 'topP'])
  expect(fake.requests).toHaveLength(1)
  const without = await ask({ ...chosen, modelId: 'gpt-5.1', effort: 'none' })
  expect(without.body).toMatchObject({ temperature: 0.4, top_p: 0.9 })
  expect(without.dropped).toEqual(['stopWords'])
  const nothing: TakenParameters = {
    maxTemperature: null,
    topP: false,
    maxTokens: true,
    maxStopWords: 0,
  }
  expect(await taken(provider, { modelId: 'openai/o3' })).toEqual(nothing)
  expect(await taken(provider, { modelId: 'gpt-5-mini' })).toEqual(nothing)
  expect(await taken(provider, { modelId: 'gpt-4o' })).toMatchObject({ maxTemperature: 2 })
})

test('a refused temperature is learned for the model, and asked without', async () => {
  const { fake, provider, ask } = await openAi()
  const message =
    "Unsupported value: 'temperature' does not support 0.4 with this model. Only the default (1) value is supported."
  fake.behave((_request, { text }) =>
    text.includes('"temperature"')
      ? { kind: 'status', status: 400, body: { error: { message } } }
      : { kind: 'answer', text: 'Fine' },
  )
  expect(await ask({ temperature: 0.4 })).toMatchObject({ dropped: ['temperature'] })
  expect(await ask({ temperature: 0.4 })).toMatchObject({ dropped: ['temperature'] })
  expect(fake.requests).toHaveLength(3)
  expect(await taken(provider)).toMatchObject({ maxTemperature: null, topP: true })
})

test('too many stop words are an error of the service, not a model without them', async () => {
  const { fake, provider } = await openAi()
  const message =
    "Invalid 'stop': array too long. Expected an array with maximum length 3, but got an array with length 4 instead."
  fake.behave({ kind: 'status', status: 400, body: { error: { message } } })
  const stopWords = ['1', '2', '3', '4']
  const { error } = await collect(provider, { modelId: 'parley-large', turns, stopWords })
  expect(error?.details.answer).toBe(message)
  expect(await taken(provider)).toMatchObject({ maxStopWords: 16 })
})

test('Responses: no field for stop words', async () => {
  const { fake, provider, ask } = await openAi({ api: 'responses' })
  const { body, dropped } = await ask(chosen)
  expect(body).toMatchObject({ temperature: 0.4, top_p: 0.9, max_output_tokens: 300 })
  expect(body['input']).toMatchObject([
    { role: 'system', content: [{ text: 'Answer in rhymes.' }] },
    { role: 'user' },
  ])
  expect(dropped).toEqual(['stopWords'])
  expect(fake.violations).toEqual([])
  expect(await taken(provider)).toMatchObject({ maxTemperature: 2, maxStopWords: 0 })
})

test('Anthropic: a temperature goes alone, and none to a model that thinks', async () => {
  const { fake, provider, ask } = await anthropic()
  const modelId = 'claude-haiku-4-5'
  const { body, dropped } = await ask({ ...chosen, modelId })
  expect(body).toMatchObject({
    system: [{ text: 'Answer in rhymes.' }],
    temperature: 0.4,
    stop_sequences: ['END', '\n\n'],
    max_tokens: 300,
  })
  expect(dropped).toEqual(['topP'])
  expect((await ask({ topP: 0.9, modelId })).body).toMatchObject({ top_p: 0.9 })
  const model = modelWith({ reasoning: true }, modelId)
  const thinking = await ask({ ...chosen, modelId, model })
  expect(thinking.body).not.toHaveProperty('temperature')
  expect(thinking.dropped).toEqual(['temperature', 'topP'])
  const unthinking = await ask({ ...chosen, modelId, model, effort: 'none' })
  expect(unthinking.body).toMatchObject({ temperature: 0.4 })
  expect(fake.violations).toEqual([])
  const rules = { maxTemperature: 1, topP: true, maxTokens: true, maxStopWords: 16 }
  expect(await taken(provider, { modelId })).toMatchObject(rules)
  expect(await taken(provider, { modelId, model })).toMatchObject({ maxTemperature: null })
})

test('Anthropic: newer models choose their tokens themselves; a high temperature is not cut', async () => {
  const { fake, ask } = await anthropic()
  for (const modelId of ['claude-opus-4-7', 'claude-sonnet-5', 'claude-fable-5-5']) {
    const { body, dropped } = await ask({ ...chosen, modelId })
    expect(body).toMatchObject({ stop_sequences: ['END', '\n\n'] })
    expect(dropped).toEqual(['temperature', 'topP'])
  }
  const { body, dropped } = await ask({ temperature: 1.5, modelId: 'claude-haiku-4-5' })
  expect(body['temperature']).toBeUndefined()
  expect(dropped).toEqual(['temperature'])
  expect(fake.violations).toEqual([])
})

test('Anthropic: a refusal is learned', async () => {
  const { fake, provider, ask } = await anthropic()
  fake.behave(({ temperature }) =>
    temperature === undefined
      ? { kind: 'answer', text: 'Yes' }
      : {
          kind: 'status',
          status: 400,
          body: errorBody('invalid_request_error', '`temperature` is deprecated for this model.'),
        },
  )
  const modelId = 'claude-next'
  expect(await ask({ temperature: 0.4, modelId })).toMatchObject({ dropped: ['temperature'] })
  expect(await ask({ temperature: 0.4, modelId })).toMatchObject({ dropped: ['temperature'] })
  expect(fake.requests).toHaveLength(3)
  expect(await taken(provider, { modelId })).toMatchObject({ maxTemperature: null, topP: true })
})

test('Converse: inferenceConfig, up to a temperature of 1', async () => {
  const { fake, provider, ask } = await bedrock()
  const { body, dropped } = await ask(chosen)
  expect(body).toMatchObject({
    system: [{ text: 'Answer in rhymes.' }],
    inferenceConfig: {
      maxTokens: 300,
      temperature: 0.4,
      topP: 0.9,
      stopSequences: ['END', '\n\n'],
    },
  })
  expect(dropped).toEqual([])
  const claude = await ask({ ...chosen, modelId: 'eu.anthropic.claude-haiku-4-5-v1:0' })
  expect(claude.dropped).toEqual(['topP'])
  const newer = await ask({ ...chosen, modelId: 'eu.anthropic.claude-opus-4-7-v1:0' })
  expect(newer.body['inferenceConfig']).toEqual({
    maxTokens: 300,
    stopSequences: ['END', '\n\n'],
  })
  expect(await taken(provider)).toMatchObject({ maxTemperature: 1, topP: true })
  const exception = { kind: 'exception', status: 400, type: 'ValidationException' } as const
  fake.behave(({ text }) =>
    text.includes('"temperature"')
      ? { ...exception, message: 'The model returned: `temperature` is not supported.' }
      : { kind: 'answer', text: 'Ok.' },
  )
  expect(await ask({ temperature: 0.4 })).toMatchObject({ dropped: ['temperature'] })
  expect(await taken(provider)).toMatchObject({ maxTemperature: null, topP: true })
})

test('Ollama: options beside those for the window', async () => {
  const fake = closing(await startFakeOllama())
  const provider = openLocal('ollama', fake.origin)
  const [first] = await provider.models(new AbortController().signal)
  const modelId = first?.modelId ?? ''
  const asked = { modelId, turns, outputTokensMaximum: 300, ...chosen }
  const { error } = await collect(provider, asked)
  expect(error).toBeUndefined()
  const body = fake.requests.findLast(({ path }) => path === '/api/chat')?.body
  expect(body).toMatchObject({
    messages: [{ role: 'system', content: 'Answer in rhymes.' }, { role: 'user' }],
    options: { num_predict: 300, temperature: 0.4, top_p: 0.9, stop: ['END', '\n\n'] },
  })
  expect(fake.violations).toEqual([])
  expect(await taken(provider, { modelId })).toEqual({
    maxTemperature: 2,
    topP: true,
    maxTokens: true,
    maxStopWords: 16,
  })
})

test('runs of assistants: instructions are added, and stop words are left out', async () => {
  const fake = closing(await startFakeAssistants())
  const provider = openService(fake.baseUrl)
  const modelId = 'assistant:asst_helper'
  const { dropped } = await send(fake, provider, { ...chosen, modelId })
  expect(fake.runs[0]?.body).toMatchObject({
    additional_instructions: 'Answer in rhymes.',
    temperature: 0.4,
    top_p: 0.9,
    max_completion_tokens: 300,
  })
  expect(dropped).toEqual(['stopWords'])
  expect(fake.violations).toEqual([])
  expect(await taken(provider, { modelId })).toMatchObject({ maxStopWords: 0 })
})
