import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { Behaviour } from '../../../fakes/behaviour.ts'
import { ask, collect } from '../collect.ts'
import { openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const chat = '/v1/chat/completions'
const responses = '/v1/responses'
const responsesModels = /^o\d/

function refusal(status: number, message: string, code: string | null = null): Behaviour {
  return { kind: 'status', status, body: { error: { message, code } } }
}

/** Returns the paths requested since the last call. */
function paths(): string[] {
  return fake.requests.splice(0).map(({ path }) => path)
}

test.each([
  ['auto', 'o4-mini', responses],
  ['auto', 'gpt-4o', chat],
  ['chat', 'o4-mini', chat],
  ['responses', 'gpt-4o', responses],
] as const)('asks, with %s, %s through %s', async (api, modelId, path) => {
  const service = openService(fake.baseUrl, { api, responsesModels })
  const { text, error } = await collect(service, ask('Hi', modelId))
  expect(error).toBeUndefined()
  expect(text).toBe('You said: Hi')
  expect(paths()).toEqual([path])
})

test.each([
  'This model is only supported in v1/responses and not in v1/chat/completions.',
  'This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?',
])('learns which model is served by Responses alone: %s', async (message) => {
  fake.behaveAt(chat, refusal(404, message))
  const service = openService(fake.baseUrl)
  expect((await collect(service, ask('Hi', 'secret-pro'))).text).toBe('You said: Hi')
  expect(paths()).toEqual([chat, responses])
  expect((await collect(service, ask('Hi', 'secret-pro'))).text).toBe('You said: Hi')
  expect(paths()).toEqual([responses])
  await collect(service, ask('Hi', 'another'))
  expect(paths()[0]).toBe(chat)
})

test('learns which model is served by Chat Completions alone', async () => {
  fake.behaveAt(responses, refusal(400, "The model 'o9' is not supported with the Responses API."))
  const service = openService(fake.baseUrl, { responsesModels })
  expect((await collect(service, ask('Hi', 'o9'))).text).toBe('You said: Hi')
  await collect(service, ask('Hi', 'o9'))
  expect(paths()).toEqual([responses, chat, chat])
})

test('does not ask to and fro where each endpoint names the other', async () => {
  fake.behaveAt(chat, refusal(400, 'Only supported in v1/responses'))
  fake.behaveAt(responses, refusal(400, 'Not supported with the Responses API'))
  const { error } = await collect(openService(fake.baseUrl))
  expect(error?.code).toBe('badRequest')
  expect(paths()).toEqual([chat, responses])
})

test.each([
  refusal(404, 'Invalid URL (POST /v1/responses)', 'unknown_url'),
  { kind: 'status', status: 404, body: { detail: 'Not Found' } },
  { kind: 'status', status: 404, body: '404 page not found' },
  { kind: 'status', status: 405, body: { message: 'Method Not Allowed' } },
] as const)('falls back to Chat Completions where there is no other: %j', async (behaviour) => {
  fake.behaveAt(responses, behaviour)
  const service = openService(fake.baseUrl, { responsesModels })
  expect((await collect(service, ask('Hi', 'o1'))).text).toBe('You said: Hi')
  await collect(service, ask('Hi', 'o1'))
  expect(paths()).toEqual([responses, chat, chat])
})

test('takes a missing model for what it is', async () => {
  const missing = refusal(404, 'The model `o1` does not exist', 'model_not_found')
  fake.behaveAt(responses, missing)
  const service = openService(fake.baseUrl, { responsesModels })
  expect((await collect(service, ask('Hi', 'o1'))).error?.code).toBe('modelNotFound')
  expect(paths()).toEqual([responses])
})

test('does not take Responses for missing where nothing else is found either', async () => {
  fake.behaveAt(responses, refusal(404, 'Resource not found'))
  fake.behaveAt(chat, refusal(404, 'Resource not found'))
  const service = openService(fake.baseUrl, { responsesModels })
  expect((await collect(service, ask('Hi', 'o1'))).error?.code).toBe('notFound')
  await collect(service, ask('Hi', 'o1'))
  expect(paths()).toEqual([responses, chat, responses, chat])
})

test('keeps to the endpoint that was chosen, whatever it answers', async () => {
  fake.behaveAt(responses, refusal(404, 'Invalid URL (POST /v1/responses)'))
  const service = openService(fake.baseUrl, { api: 'responses' })
  expect((await collect(service)).error?.code).toBe('notFound')
  expect(paths()).toEqual([responses])
})
