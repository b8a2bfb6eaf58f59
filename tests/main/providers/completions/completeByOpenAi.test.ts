import { afterEach, expect, test } from 'vitest'
import {
  oldShapeEvents,
  startFakeCompletions,
  type Continuation,
  type FakeCompletions,
} from '../../../fakes/fakeCompletions.ts'
import { withoutSecretFields } from '../../../../src/main/providers/keys/credentials.ts'
import { createAdapter } from '../../../../src/main/providers/createAdapter.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { providerConfigSchema } from '../../../../src/shared/providers.ts'
import { openService } from '../openAiCompatible/openService.ts'
import { collectText, plainSampling } from './collectText.ts'

const servers: FakeCompletions[] = []

afterEach(async () => {
  expect(servers.flatMap(({ violations }) => violations)).toEqual([])
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function open(first: Continuation, maxRetries = 0) {
  const server = await startFakeCompletions()
  servers.push(server)
  server.behave(first)
  return { server, provider: openService(server.baseUrl, { maxRetries }) }
}

const refusal = (status: number, message: string): Continuation => ({
  status,
  body: { error: { message, type: 'invalid_request_error' } },
})

const chunk = (text: string, more: object = {}) => ({ choices: [{ index: 0, text, ...more }] })

test('the older shape: every token has its probability and the alternatives', async () => {
  const { server, provider } = await open({
    events: [
      ...oldShapeEvents([
        [' upon', 0.9, [' more', 0.1]],
        [' a', 0.5],
      ]),
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
    ],
  })
  const { text, pieces, events } = await collectText(provider, {
    sampling: { stop: ['.', '\n'], temperature: 0, topP: 0.5, seed: 7, maxTokens: 2 },
  })
  expect(text).toBe(' upon a')
  expect(pieces.map(({ logprob }) => Math.exp(logprob ?? 1).toFixed(2))).toEqual(['0.90', '0.50'])
  expect(pieces[0]?.alternatives.map((one) => one.text)).toEqual([' upon', ' more'])
  expect(events.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 1, outputTokens: 2 } },
    { type: 'finish', reason: 'length' },
  ])
  expect(server.requests[0]?.body).toMatchObject({
    ...{ prompt: 'Once', stop: ['.', '\n'], temperature: 0, top_p: 0.5, seed: 7, max_tokens: 2 },
  })
})

test('lists that are too short, null and -9999 are no fault', async () => {
  const logprobs = {
    tokens: [' a', ' b', ' c'],
    token_logprobs: [null, -9999],
    top_logprobs: [null],
  }
  const { provider } = await open({
    events: [chunk(' a b c', { logprobs, finish_reason: 'stop' })],
  })
  const { pieces, error } = await collectText(provider)
  expect(error).toBeUndefined()
  expect(pieces.map(({ text, logprob }) => [text, logprob])).toEqual([
    [' a', null],
    [' b', -9999],
    [' c', null],
  ])
})

test("chat's shape, as vLLM's successors and llama.cpp send it", async () => {
  const bytes = [...Buffer.from('é')]
  const content = [
    { token: '\uFFFD', logprob: -1, bytes: bytes.slice(0, 1), top_logprobs: [] },
    {
      ...{ token: '\uFFFD', logprob: -1, bytes: bytes.slice(1) },
      top_logprobs: [{ token: 'e', logprob: -2, bytes: [101] }],
    },
  ]
  const { provider } = await open({
    events: [chunk('é', { logprobs: { content }, finish_reason: 'stop' })],
  })
  expect((await collectText(provider)).pieces).toEqual([
    { text: 'é', logprob: -2, alternatives: [] },
  ])
})

test('a server without probabilities gives its text', async () => {
  const { provider } = await open({
    events: [chunk(' upon', { logprobs: null }), chunk(' a time', { finish_reason: 'stop' })],
    ending: 'silent',
  })
  const { text, pieces, events } = await collectText(provider)
  expect(text).toBe(' upon a time')
  expect(pieces.every(({ logprob }) => logprob === null)).toBe(true)
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
})

test("Mistral fills in at its own address, with its own name for the seed, in chat's form", async () => {
  const { server } = await open({
    events: [
      { choices: [{ index: 0, delta: { content: 'x = 1' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'stop' }] },
    ],
  })
  const config = providerConfigSchema.parse({
    ...{ id: 'mistral', kind: 'openai-compatible', presetId: 'mistral', name: 'Mistral' },
    baseUrl: server.baseUrl,
  })
  const mistral = createAdapter(withoutSecretFields(config), {
    ...{ key: null, lastKey: true, fetch: createTransport(), redact: (text) => text },
  })
  const sampling = { ...plainSampling, seed: 7 }
  const { text } = await collectText(mistral, { text: 'a\n', suffix: '\nb', sampling })
  expect(text).toBe('x = 1')
  const { path, body } = server.requests[0] ?? {}
  expect(path).toBe('/v1/fim/completions')
  expect(body).toMatchObject({ prompt: 'a\n', suffix: '\nb', random_seed: 7 })
})

test('a field that is refused is left out, and asked for no more', async () => {
  const { server, provider } = await open({ status: 500, body: {} })
  server.behave((body) =>
    'logprobs' in body
      ? refusal(400, 'logprobs is not supported')
      : { events: [chunk('x', { finish_reason: 'stop' })] },
  )
  expect((await collectText(provider)).text).toBe('x')
  expect((await collectText(provider)).text).toBe('x')
  const asked = server.requests.map(({ body }) => 'logprobs' in (body as object))
  expect(asked).toEqual([true, false, false])
})

test.each([
  ['cut', 'silent' as const],
  ['broken', 'broken' as const],
])('a text that is %s keeps what came, and is not asked for again', async (_name, ending) => {
  const { server, provider } = await open({ events: [chunk(' upon')], ending }, 2)
  const { text, error } = await collectText(provider)
  expect([text, error?.code, error?.details.answered]).toEqual([' upon', 'streamBroken', 'content'])
  expect(server.requests).toHaveLength(1)
})

test.each([
  [{ status: 404, body: { error: { message: 'Invalid URL' } } }, null, 'completionsMissing'],
  [{ status: 405, body: {} }, null, 'completionsMissing'],
  [refusal(404, 'The model `x` does not exist'), null, 'modelNotFound'],
  [refusal(400, 'suffix is not currently supported'), 'b', 'fillInMissing'],
  [refusal(400, 'suffix is not currently supported'), null, 'badRequest'],
  [refusal(401, 'Incorrect API key provided'), null, 'keyRefused'],
] as const)('a refusal has its code: %j', async (answer, suffix, code) => {
  const { provider } = await open(answer)
  const { error } = await collectText(provider, { suffix, sampling: plainSampling })
  expect([error?.code, error?.details.model]).toEqual([code, 'parley-base'])
})

test('stopping closes the connection', async () => {
  const { server, provider } = await open({ events: [chunk(' upon')], ending: 'open' })
  const stop = new AbortController()
  const request = { modelId: 'parley-base', text: '', suffix: null, sampling: plainSampling }
  await expect(async () => {
    for await (const event of provider.complete?.(request, stop.signal) ?? []) {
      if (event.type === 'pieces') stop.abort()
    }
  }).rejects.toMatchObject({ code: 'aborted' })
  await server.requests[0]?.ended
  expect(server.requests[0]?.closedEarly).toBe(true)
})
