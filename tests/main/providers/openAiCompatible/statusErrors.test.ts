import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { collect } from '../collect.ts'
import { fakeKey, openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(() => fake.close())

function openOnce() {
  return openService(fake.baseUrl, { maxRetries: 0 })
}

const said = (message: string, code: string | number | null = null, type = 'error') => ({
  error: { message, type, param: null, code },
})

test.each([
  [400, said('Temperature must be below 2'), 'badRequest'],
  [
    400,
    said("This model's maximum context length is 8192 tokens.", 'context_length_exceeded'),
    'contextTooLong',
  ],
  [400, said('the request exceeds the available context size', 400), 'contextTooLong'],
  [400, said('prompt is too long: 210000 tokens > 200000 maximum'), 'contextTooLong'],
  [400, said('gpt-9 is not a valid model ID'), 'modelNotFound'],
  [400, said('Incorrect API key provided: abc'), 'keyRefused'],
  [400, [{ error: { code: 400, message: 'API key not valid.', status: 'X' } }], 'keyRefused'],
  [
    400,
    said('The model `llama-2` has been decommissioned', 'model_decommissioned'),
    'modelRetired',
  ],
  [
    404,
    said(
      'The model `gpt-4.5-preview` has been deprecated, learn more here: https://a.b/c',
      'model_not_found',
    ),
    'modelRetired',
  ],
  [400, said('Model claude-3.5-sonnet-v1.0 was retired. Use another.'), 'modelRetired'],
  [400, said('The model llama-3.1-70b-versatile is no longer supported.'), 'modelRetired'],
  [400, said('This model is fine. The option v1.2 is no longer supported.'), 'badRequest'],
  [400, said('Flagged by the content management policy', 'content_filter'), 'contentFiltered'],
  [401, said('Incorrect API key provided', 'invalid_api_key'), 'keyRefused'],
  [401, 'Unauthorized', 'keyRefused'],
  [402, said('Insufficient Balance'), 'quotaExhausted'],
  [403, said('Country not supported', 'unsupported_country'), 'permissionDenied'],
  [403, said('Your credit balance is too low'), 'quotaExhausted'],
  [400, said('"parley-base" does not support chat'), 'badRequest'],
  [
    400,
    said('default chat template is no longer allowed, so you must provide a chat template'),
    'onlyCompletes',
  ],
  [404, said('The model `gpt-9` does not exist', 'model_not_found'), 'modelNotFound'],
  [404, said('model "qwen9" not found, try pulling it first'), 'modelNotFound'],
  [404, said('Unknown request URL'), 'notFound'],
  [404, { detail: 'Not Found' }, 'notFound'],
  [404, '<html><head><title>Page not found</title></head></html>', 'notAnApi'],
  [405, '<html><title>405</title></html>', 'notAnApi'],
  [408, said('Took too long'), 'timeout'],
  [409, said('Conflict'), 'conflict'],
  [413, said('Request too large for model'), 'contextTooLong'],
  [422, { detail: [{ loc: ['body'], msg: 'Field required', type: 'missing' }] }, 'unprocessable'],
  [429, said('Slow down', 'rate_limit_exceeded'), 'rateLimited'],
  [429, said('You exceeded your current quota', 'insufficient_quota'), 'quotaExhausted'],
  [500, said('The server had an error'), 'serverError'],
  [502, '<html><title>Bad gateway</title></html>', 'serverError'],
  [503, said('No capacity left', 503, 'unavailable_error'), 'overloaded'],
  [504, '<html><title>Gateway timeout</title></html>', 'timeout'],
  [529, said('Overloaded'), 'overloaded'],
])('status %s with %j is %s', async (status, body, code) => {
  fake.behave({ kind: 'status', status, body })
  const { error } = await collect(openOnce())
  expect(error?.code).toBe(code)
  expect(error?.details).toMatchObject({
    status,
    provider: 'Fake',
    model: 'parley-large',
    requestId: 'req_1',
  })
})

test("keeps the service's own sentence, whatever its shape", async () => {
  const sentences: [unknown, string | undefined][] = [
    [said('Plain'), 'Plain'],
    [{ error: 'Just text' }, 'Just text'],
    [{ message: 'At the top' }, 'At the top'],
    [{ detail: 'A detail' }, 'A detail'],
    [{ detail: [{ msg: 'Field required' }] }, 'Field required'],
    [
      {
        detail: [
          { type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required' },
          { type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' },
        ],
      },
      'messages.0.content: Field required; seed: Extra inputs are not permitted',
    ],
    [
      { object: 'error', message: { detail: [{ loc: ['body', 'n'], msg: 'Too many' }] } },
      'n: Too many',
    ],
    [{ detail: { message: 'A detail', code: 3 } }, 'A detail'],
    [[{ error: { message: 'In a list' } }], 'In a list'],
    [
      { error: { message: 'Provider error', metadata: { raw: 'deeper' } } },
      'Provider error: deeper',
    ],
    ['<html><head><title>Bad gateway</title></head><body>…</body></html>', 'Bad gateway'],
    ['plain words', 'plain words'],
    ['', undefined],
  ]
  for (const [body, sentence] of sentences) {
    fake.behave({ kind: 'status', status: 500, body })
    expect((await collect(openOnce())).error?.details.answer).toBe(sentence)
  }
})

test('never lets a key into an error, and cuts a long sentence', async () => {
  const message = `${'x'.repeat(1990)} Your key ${fakeKey} is bad. ${'y'.repeat(5000)}`
  fake.behave({ kind: 'status', status: 400, body: said(message) })
  const { error } = await collect(openOnce())
  expect(error?.details.answer).toHaveLength(2000)
  expect(JSON.stringify(error) + String(error?.stack)).not.toContain(fakeKey.slice(0, 10))
})

test.each([
  [{ 'retry-after': '17' }, 17],
  [{ 'retry-after-ms': '1500' }, 2],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
])('reads how long to wait from %j', async (headers, seconds) => {
  fake.behave({ kind: 'status', status: 429, body: said('Slow down'), headers })
  const { error } = await collect(openOnce())
  expect(error?.details.retryAfterSeconds).toBe(seconds)
})

test('tries twice more by itself, and then succeeds or gives up', async () => {
  const failure = { status: 429, body: said('Slow down'), headers: { 'retry-after-ms': '1' } }
  fake.behave(() =>
    fake.requests.length < 3 ? { kind: 'status', ...failure } : { kind: 'answer', text: 'Now' },
  )
  expect((await collect(openService(fake.baseUrl))).text).toBe('Now')
  expect(fake.requests).toHaveLength(3)
  fake.behave({ kind: 'status', ...failure })
  expect((await collect(openService(fake.baseUrl))).error?.code).toBe('rateLimited')
  expect(fake.requests).toHaveLength(6)
})

test('an account without money is not asked again, whatever its headers say', async () => {
  const body = said('You exceeded your current quota', 'insufficient_quota')
  const headers = { 'retry-after-ms': '1', 'x-should-retry': 'true' }
  fake.behave({ kind: 'status', status: 429, body, headers })
  expect((await collect(openService(fake.baseUrl))).error?.code).toBe('quotaExhausted')
  expect(fake.requests).toHaveLength(1)
})

test('does not follow a redirect, which would carry the key elsewhere', async () => {
  const other = await startFakeOpenAi()
  fake.behave({
    kind: 'status',
    status: 307,
    body: '',
    headers: { location: `${other.baseUrl}/chat/completions` },
  })
  const { error } = await collect(openOnce())
  expect(error?.code).toBe('notAnApi')
  expect(error?.details.subject).toContain(other.baseUrl)
  expect(other.requests).toEqual([])
  await other.close()
})

test('a server that is gone is not running, where it is on this machine', async () => {
  await fake.close()
  expect((await collect(openOnce())).error).toMatchObject({
    code: 'serverNotRunning',
    details: { subject: fake.baseUrl, provider: 'Fake' },
  })
})

test('a name that does not exist is a failed connection', async () => {
  const service = openService('https://no-such-host.invalid/v1', { maxRetries: 0 })
  expect((await collect(service)).error?.code).toBe('connectionFailed')
})

async function listenRaw(answer: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('something that does not speak HTTP is no API', async () => {
  const server = await listenRaw('SSH-2.0-OpenSSH_9.2\r\n')
  const service = openService(`http://127.0.0.1:${String(server.port)}/v1`, { maxRetries: 0 })
  expect((await collect(service)).error?.code).toBe('notAnApi')
  await server.close()
})

test('https to a server without a certificate is a failed connection', async () => {
  const service = openService(fake.baseUrl.replace('http:', 'https:'), { maxRetries: 0 })
  const { error } = await collect(service)
  expect(error?.code).toBe('connectionFailed')
  expect(error?.message).toContain('No safe connection')
})
