import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOpenAiCompatible } from '../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
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

function open(patch: Partial<RealtimeDependencies> = {}) {
  const provider = createOpenAiCompatible({
    id: 'live',
    name: 'Live',
    baseUrl: `${server.origin}/v1`,
    key,
    fetch,
    redact: (text) => text.replaceAll(key, '…'),
    maxRetries: 0,
  })
  return createRealtime({
    lookup: () => Promise.resolve(provider),
    preferences: () => ({ model, voice: 'cedar' }),
    language: () => 'pt-BR',
    ...patch,
  })
}

test('the session is made by the user’s key, and the offer bears its token', async () => {
  expect(await open().connect(offer)).toEqual({ answer: 'v=0\r\nanswer', model })
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
  await open({ language: () => 'automatic' }).connect(offer)
  expect(JSON.stringify(server.requests[0]?.body)).not.toContain('"language"')
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
  const connecting = open({ connectMilliseconds: 1500 }).connect(offer)
  const error: unknown = await connecting.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code })
  expect(JSON.stringify([error, String(error)])).not.toContain(token)
})

test('without a model in the settings, and with a service that has no sessions', async () => {
  const nothing = open({ preferences: () => ({ model: null, voice: 'marin' }) })
  await expect(nothing.connect(offer)).rejects.toMatchObject({ code: 'modelMissing' })
  const mute = open({ lookup: () => Promise.reject(new Error('Not asked')) })
  await expect(mute.connect(offer)).rejects.toThrow('Not asked')
  expect(server.requests).toEqual([])
})

test('a service that ignores the limit does not hold a session', async () => {
  const never = () => new Promise<never>(() => undefined)
  const deaf = open({
    lookup: async () =>
      ({ models: never, connectRealtime: never, reply: never }) as unknown as Provider,
    connectMilliseconds: 20,
  })
  await expect(deaf.connect(offer)).rejects.toMatchObject({
    code: 'timeout',
    details: { model: model.modelId },
  })
})
