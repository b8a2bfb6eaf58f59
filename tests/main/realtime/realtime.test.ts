import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createOpenAiCompatible,
  type OpenAiCompatibleOptions,
} from '../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'
import { createRealtime, type RealtimeDependencies } from '../../../src/main/realtime/realtime.ts'
import type { Provider } from '../../../src/main/providers/provider.ts'
import { startFakeServer, sendJson } from '../../fakes/fakeServer.ts'
import type { FakeServer, Route } from '../../fakes/fakeServer.ts'
import { loadOpenAiSpec } from '../../fakes/openAiSpec.ts'

const key = 'sk-of-the-user-0123456789'
const token = 'ek_short_lived'
const model = { providerId: 'live', modelId: 'gpt-realtime-2.1' }
const offer = 'v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\n'

let server: FakeServer
let takeSession: Route
let takeOffer: Route

beforeEach(async () => {
  takeSession = (_seen, response) =>
    sendJson(response, 200, { value: token, expires_at: 1, session: { type: 'realtime' } })
  takeOffer = (_seen, response) => void response.writeHead(201).end('v=0\r\nanswer')
  server = await startFakeServer((seen, response) => {
    if (seen.path === '/v1/realtime/client_secrets') return takeSession(seen, response)
    if (seen.path === '/v1/realtime/calls') return takeOffer(seen, response)
    const ids = ['gpt-5.5', 'gpt-realtime-whisper', 'gpt-realtime-2.1', 'gpt-realtime-translate']
    sendJson(response, 200, { data: ids.map((id) => ({ id })) })
  })
})
afterEach(() => server.close())

const preferences = { model, voice: 'cedar', transcription: '' } as const

function open(
  patch: Partial<RealtimeDependencies> = {},
  more: Partial<OpenAiCompatibleOptions> = {},
) {
  const provider = createOpenAiCompatible({
    id: 'live',
    name: 'Live',
    baseUrl: `${server.origin}/v1`,
    key,
    fetch: createTransport(),
    redact: (text) => text.replaceAll(key, '…'),
    maxRetries: 0,
    ...more,
  })
  const realtime = createRealtime({
    assertLeft: () => undefined,
    lookup: () => Promise.resolve(provider),
    preferences: () => preferences,
    tools: () => Promise.resolve([]),
    language: () => 'pt-BR',
    ...patch,
  })
  return { provider, connect: () => realtime.connect({ offer, conversationId: null }) }
}

test('the session is made by the user’s key, and the offer bears its token', async () => {
  expect(await open().connect()).toEqual({ answer: 'v=0\r\nanswer', model, refusedTools: [] })
  const [session, exchange] = server.requests
  expect(loadOpenAiSpec()('RealtimeCreateClientSecretRequest', session?.body)).toEqual([])
  expect(session?.body).toMatchObject({
    session: {
      type: 'realtime',
      model: 'gpt-realtime-2.1',
      audio: { input: { transcription: { language: 'pt' } }, output: { voice: 'cedar' } },
    },
  })
  expect(session?.headers.authorization).toBe(`Bearer ${key}`)
  expect(exchange?.headers).toMatchObject({
    authorization: `Bearer ${token}`,
    'content-type': 'application/sdp',
  })
  expect(exchange?.text).toBe(offer)
})

test('without a language in the settings the service finds out', async () => {
  await open({ language: () => 'automatic' }).connect()
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain('"language"')
})

test('the model gets the chat’s tools as functions, also those of servers', async () => {
  const parameters = { type: 'object', properties: { query: { type: 'string' } } }
  const tool = { name: 'search_chats', description: 'Searches chats.', parameters }
  const asked: unknown[] = []
  await open({
    tools(conversationId, speaker) {
      asked.push([conversationId, speaker])
      return Promise.resolve([tool])
    },
  }).connect()
  expect(asked).toEqual([[null, model]])
  const body = server.requests[0]?.body
  expect(loadOpenAiSpec()('RealtimeCreateClientSecretRequest', body)).toEqual([])
  expect(body).toMatchObject({ session: { tools: [{ type: 'function', ...tool }] } })
})

test('a tool that the service refuses is left out and named', async () => {
  const parameters = { type: 'object' }
  const tools = ['good', 'strange'].map((name) => ({ name, description: name, parameters }))
  const begin = takeSession
  takeSession = (seen, response) => {
    const refuses = JSON.stringify(seen.body).includes('strange')
    if (!refuses) return begin(seen, response)
    const message = "Invalid schema for function 'strange': no"
    sendJson(response, 400, { error: { message, param: 'session.tools[1].parameters' } })
  }
  const begun = await open({ tools: () => Promise.resolve(tools) }).connect()
  expect(begun.refusedTools).toEqual(['strange'])
  expect(server.requests.at(-2)?.body).toMatchObject({ session: { tools: [{ name: 'good' }] } })
})

describe('Azure', () => {
  const azure = { keyHeader: 'api-key' } as const
  const named = { preferences: () => ({ ...preferences, transcription: 'my-transcriber' }) }

  test('gets the key in its own header, and not with the offer, which bears the token', async () => {
    await open(named, azure).connect()
    const [session, exchange] = server.requests
    expect(session?.headers).toMatchObject({ 'api-key': key })
    expect(session?.headers).not.toHaveProperty('authorization')
    expect(session?.body).toMatchObject({
      session: { audio: { input: { transcription: { model: 'my-transcriber' } } } },
    })
    expect(exchange?.headers).toMatchObject({ authorization: `Bearer ${token}` })
    expect(exchange?.headers).not.toHaveProperty('api-key')
  })

  test('is asked for nothing without a deployment for the transcript', async () => {
    const connecting = open({}, azure).connect()
    await expect(connecting).rejects.toMatchObject({ code: 'transcriptionMissing' })
    expect(server.requests).toEqual([])
  })

  test.each(['session', 'calls'])('redirects neither key nor token: %s', async (step) => {
    const thief = await startFakeServer((_seen, response) => void response.end('v=0'))
    const away: Route = (_seen, response) =>
      void response.writeHead(307, { location: `${thief.origin}/v1` }).end()
    if (step === 'session') takeSession = away
    else takeOffer = away
    const connecting = open(named, azure).connect()
    await expect(connecting).rejects.toMatchObject({ details: { status: 307 } })
    expect(thief.requests).toEqual([])
    await thief.close()
  })

  test('says without a code why it refuses', async () => {
    const message = 'The deployment does not exist.'
    takeSession = (_seen, response) => sendJson(response, 404, { error: { code: null, message } })
    const connecting = open(named, azure).connect()
    await expect(connecting).rejects.toMatchObject({
      code: 'notFound',
      details: { status: 404, answer: message },
    })
  })

  test('offers a deployment of any name, but not one that is named for another task', async () => {
    const extraModels = ['my-voice', 'my-text-embedding-3', 'gpt-realtime-eu']
    const { provider } = open(named, { ...azure, extraModels })
    const models = await provider.models(new AbortController().signal, ['realtime'])
    expect(models.map(({ modelId }) => modelId)).toEqual([
      'my-voice',
      'gpt-realtime-eu',
      'gpt-realtime-2.1',
    ])
  })
})

const refusal: Route = (_seen, response) =>
  sendJson(response, 401, { error: { message: 'No', code: 'invalid_api_key' } })
const page: Route = (_seen, response) => void response.end('<!doctype html><title>No</title>')
const empty: Route = (_seen, response) => sendJson(response, 200, { value: '' })
const endless: Route = (_seen, response) => void response.end(`v=0${'a'.repeat(300_000)}`)
const silent: Route = (seen) => seen.ended

test.each<[string, Route | undefined, Route | undefined, string]>([
  ['a refused key', refusal, undefined, 'keyRefused'],
  ['a web page for a session', page, undefined, 'notAnApi'],
  ['a session without a token', empty, undefined, 'malformedAnswer'],
  ['a web page for an answer', undefined, page, 'notAnApi'],
  ['JSON for an answer', undefined, empty, 'malformedAnswer'],
  ['an answer without an end', undefined, endless, 'malformedAnswer'],
  ['no answer', undefined, silent, 'timeout'],
])('%s', async (_name, session, answer, code) => {
  takeSession = session ?? takeSession
  takeOffer = answer ?? takeOffer
  const connecting = open({ connectMilliseconds: 1500 }).connect()
  const error: unknown = await connecting.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code })
  expect(JSON.stringify([error, String(error)])).not.toContain(token)
})

test('without a model in the settings, and with a service that has no sessions', async () => {
  const nothing = open({ preferences: () => ({ ...preferences, model: null }) })
  await expect(nothing.connect()).rejects.toMatchObject({ code: 'modelMissing' })
  const mute = open({ lookup: () => Promise.reject(new Error('Not asked')) })
  await expect(mute.connect()).rejects.toThrow('Not asked')
  expect(server.requests).toEqual([])
})

test('a service that ignores the limit does not hold a session', async () => {
  const never = () => new Promise<never>(() => undefined)
  const deaf = open({
    lookup: async () =>
      ({ models: never, connectRealtime: never, reply: never }) as unknown as Provider,
    connectMilliseconds: 20,
  })
  await expect(deaf.connect()).rejects.toMatchObject({
    code: 'timeout',
    details: { model: model.modelId },
  })
})
