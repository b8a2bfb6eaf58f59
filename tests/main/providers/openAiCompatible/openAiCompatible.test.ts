import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { ask, collect } from '../collect.ts'
import { fakeKey, openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi({ key: fakeKey })
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const utf8 = (text: string) => new TextEncoder().encode(text)
const chunk = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`
const delta = (fields: object, finish: string | null = null) =>
  chunk({ id: 'chatcmpl-1', choices: [{ index: 0, delta: fields, finish_reason: finish }] })

function playBytes(...pieces: string[]): void {
  fake.behave({ kind: 'bytes', pieces: pieces.map(utf8) })
}

test('streams text, the id of the request, the count of tokens and the reason of the end', async () => {
  const reply = await collect(openService(fake.baseUrl), ask('Grüße, 世界!'))
  expect(reply.error).toBeUndefined()
  expect(reply.text).toBe('You said: Grüße, 世界!')
  expect(reply.events[0]).toEqual({ type: 'request', requestId: 'req_1' })
  expect(reply.events.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 2, outputTokens: 4 } },
    { type: 'finish', reason: 'stop' },
  ])
})

test('sends the key, the turns and nothing about the machine', async () => {
  await collect(openService(fake.baseUrl), {
    modelId: 'parley-small',
    outputTokensMaximum: 100,
    turns: [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'One' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hidden' },
          { type: 'text', text: 'Two' },
        ],
      },
      { role: 'assistant', parts: [] },
      { role: 'user', parts: [{ type: 'text', text: 'Three' }] },
    ],
  })
  const [request] = fake.requests
  expect(request?.headers.authorization).toBe(`Bearer ${fakeKey}`)
  expect(Object.keys(request?.headers ?? {}).filter((name) => /stainless/.test(name))).toEqual([])
  expect(request?.body).toEqual({
    model: 'parley-small',
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 100,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ],
  })
})

test('takes nothing from the variables that the client would read', async () => {
  const names = ['OPENAI_API_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_BASE_URL']
  for (const name of names) process.env[name] = 'https://environment.example'
  try {
    const open = await startFakeOpenAi()
    await collect(openService(open.baseUrl, { key: null }))
    expect(JSON.stringify(open.requests[0]?.headers)).not.toContain('environment')
    expect(open.requests[0]?.headers.authorization).toBeUndefined()
    await open.close()
  } finally {
    for (const name of names) delete process.env[name]
  }
})

test('sends the key as api-key, with extra headers and query fields, where a service wants that', async () => {
  const service = openService(fake.baseUrl, {
    keyHeader: 'api-key',
    headers: { 'x-team': 'blue' },
    query: { 'api-version': '2026-10-01' },
  })
  expect((await collect(service)).error).toBeUndefined()
  const [request] = fake.requests
  expect(request?.headers['api-key']).toBe(fakeKey)
  expect(request?.headers.authorization).toBeUndefined()
  expect(request?.headers['x-team']).toBe('blue')
  expect(request?.query.get('api-version')).toBe('2026-10-01')
})

test.each(['reasoning_content', 'reasoning'] as const)('tells reasoning in %s', async (field) => {
  fake.behave({ kind: 'answer', text: '42', reasoning: 'Six times seven', reasoningField: field })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.reasoning).toBe('Six times seven')
  expect(reply.text).toBe('42')
})

test('tells reasoning between tags in the text', async () => {
  fake.behave({ kind: 'answer', text: '<think>\nSix times seven\n</think>\n\n42 is <think>' })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.reasoning).toBe('Six times seven')
  expect(reply.text).toBe('42 is <think>')
})

test.each([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'contentFilter'],
  ['tool_calls', 'toolCalls'],
  ['some_new_reason', 'stop'],
])('ends %s as %s', async (finishReason, reason) => {
  fake.behave({ kind: 'answer', text: 'Hi', finishReason })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.events.at(-1)).toEqual({ type: 'finish', reason })
})

test('reads a whole answer from a server that does not stream', async () => {
  const body = {
    id: 'chatcmpl-9',
    choices: [{ index: 0, message: { content: 'All at once' }, finish_reason: 'length' }],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
  }
  fake.behave({ kind: 'status', status: 200, body })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.text).toBe('All at once')
  expect(reply.events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
})

test('goes on without stream_options where a server refuses them, and remembers it', async () => {
  fake.behave((request) =>
    request.stream_options
      ? {
          kind: 'status',
          status: 400,
          body: { error: { message: 'Unknown parameter: stream_options', code: 'unknown' } },
        }
      : { kind: 'answer', text: 'Fine' },
  )
  const service = openService(fake.baseUrl)
  expect((await collect(service)).text).toBe('Fine')
  expect((await collect(service)).text).toBe('Fine')
  expect(fake.requests).toHaveLength(3)
})

test('takes the newer field for the limit of length where the older one is refused', async () => {
  const message =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  fake.behave((request) =>
    'max_tokens' in request
      ? { kind: 'status', status: 400, body: { error: { message, param: 'max_tokens' } } }
      : { kind: 'answer', text: 'Fine' },
  )
  const reply = await collect(openService(fake.baseUrl), { ...ask('Hi'), outputTokensMaximum: 5 })
  expect(reply.text).toBe('Fine')
  expect(fake.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 5 })
})

test('gives what arrived and then streamBroken when the stream ends without its end', async () => {
  fake.behave({ kind: 'answer', text: 'Half of the', ending: 'cut' })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.text).toBe('Half of the')
  expect(reply.error?.code).toBe('streamBroken')
})

test('gives what arrived and then streamBroken when the connection is reset', async () => {
  fake.behave({ kind: 'answer', text: 'Half of the', ending: 'reset' })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.text).toBe('Half of the')
  expect(reply.error?.code).toBe('streamBroken')
})

test('never shows half a character where the stream is cut inside one', async () => {
  const bytes = utf8(delta({ content: 'Grü' }) + delta({ content: 'ße' }))
  const cut = bytes.indexOf(0xc3, bytes.lastIndexOf(0x64))
  fake.behave({ kind: 'bytes', pieces: [bytes.subarray(0, cut + 1)] })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.text).toBe('Grü')
  expect(reply.error?.code).toBe('streamBroken')
})

test('takes an end mark without a reason, and a reason without an end mark', async () => {
  playBytes(delta({ content: 'A' }), 'data: [DONE]\n\n')
  expect((await collect(openService(fake.baseUrl))).error).toBeUndefined()
  playBytes(delta({ content: 'B' }), delta({}, 'stop'))
  expect((await collect(openService(fake.baseUrl))).error).toBeUndefined()
})

test('reads comments, carriage returns, a missing last line end and keep-alive lines', async () => {
  playBytes(
    ': OPENROUTER PROCESSING\r\n\r\n',
    delta({ content: 'A' }).replaceAll('\n', '\r\n'),
    '\n\n: ping\n\n',
    delta({ content: 'B' }, 'stop').trimEnd(),
  )
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.text).toBe('AB')
  expect(reply.error).toBeUndefined()
})

test('reports an error that comes inside a stream of status 200', async () => {
  playBytes(
    delta({ content: 'Half' }),
    chunk({ error: { message: `Out of memory near ${fakeKey}`, code: 503 } }),
  )
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.text).toBe('Half')
  expect(reply.error?.code).toBe('overloaded')
  expect(reply.error?.details.answer).toBe('Out of memory near •••')
})

test('reports an event named error', async () => {
  playBytes('event: error\ndata: {"message":"The model has crashed"}\n\n')
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.error).toMatchObject({
    code: 'serverError',
    details: { answer: 'The model has crashed', provider: 'Fake', model: 'parley-large' },
  })
})

test.each([
  ['JSON that is none', 'data: {"choices": [\n\ndata: [DONE]\n\n', 'malformedAnswer'],
  ['JSON of another shape', 'data: [1, 2]\n\n', 'malformedAnswer'],
  ['a page', '<!doctype html><title>Welcome</title>', 'notAnApi'],
  ['plain text', 'Hello, I am a web server\n', 'notAnApi'],
  ['JSON that is no answer', '{"ok": true}', 'malformedAnswer'],
  ['an error in a list', '[{"error": {"message": "No room", "code": 503}}]', 'overloaded'],
  ['nothing', '', 'streamBroken'],
])('answers %s with the right error', async (_name, body, code) => {
  playBytes(body)
  expect((await collect(openService(fake.baseUrl))).error?.code).toBe(code)
})

test('refuses to send a key over plain http into the internet', () => {
  expect(() => openService('http://api.example.com/v1')).toThrow(/https/)
  expect(() => openService('http://api.example.com/v1', { key: null })).not.toThrow()
})
