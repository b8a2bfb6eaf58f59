import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileInput, ReplyRequest } from '../../../../../src/main/providers/reply.ts'
import type { Model } from '../../../../../src/shared/models.ts'
import { startFakeOllama } from '../../../../fakes/fakeOllama.ts'
import type { FakeOllama } from '../../../../fakes/fakeOllama.ts'
import { ask, collect } from '../../collect.ts'
import { never, openLocal } from '../openLocal.ts'

const gptOss = {
  name: 'gpt-oss:20b',
  family: 'gptoss',
  size: 13_000_000_000,
  capabilities: ['completion', 'tools', 'thinking'],
  contextLength: 131_072,
}
const plain = { ...gptOss, name: 'plain:1b', family: 'llama', capabilities: ['completion'] }
const thinking = { ...gptOss, name: 'qwen3:4b', family: 'qwen3' }

let fake: FakeOllama

beforeEach(async () => {
  fake = await startFakeOllama(0, { models: [gptOss, plain, thinking] })
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const open = (options: Parameters<typeof openLocal>[2] = {}) =>
  openLocal('ollama', fake.origin, options)
const bodies = () =>
  fake.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body)
const utf8 = (text: string) => new TextEncoder().encode(text)

function playLines(...lines: (object | string)[]): void {
  const text = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`))
  fake.behave(() => ({ kind: 'bytes', pieces: text.map(utf8), type: 'application/x-ndjson' }))
}

function file(name: string, mediaType: string, bytes: Uint8Array): FileInput {
  const attachment = { id: 'a'.repeat(64), name, mediaType, sizeBytes: bytes.length }
  return { type: 'file', file: attachment, read: () => Promise.resolve(bytes) }
}

const described = (capabilities: Model['capabilities']): { model: Model } => ({
  model: {
    providerId: 'ollama',
    modelId: 'm',
    name: 'm',
    local: true,
    ...(capabilities && { capabilities }),
  },
})

test('streams thoughts and text, the count of tokens and the reason of the end', async () => {
  fake.behave(() => ({ kind: 'answer', text: 'Grüße, 世界!', reasoning: 'I think.' }))
  const reply = await collect(open(), ask('Hi there', 'qwen3:4b'))
  expect(reply).toMatchObject({ text: 'Grüße, 世界!', reasoning: 'I think.', error: undefined })
  expect(reply.events.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 2, outputTokens: 2 } },
    { type: 'finish', reason: 'stop' },
  ])
  expect(bodies()).toEqual([
    { model: 'qwen3:4b', messages: [{ role: 'user', content: 'Hi there' }], stream: true },
  ])
})

test('thoughts that a model leaves in its text are told apart', async () => {
  playLines(
    { message: { content: '<think>Hm' } },
    { message: { content: 'm.</think>\n\nYes' } },
    { message: {}, done: true, done_reason: 'stop' },
  )
  const reply = await collect(open(), ask('Hi', 'plain:1b'))
  expect(reply).toMatchObject({ text: 'Yes', reasoning: 'Hmm.', error: undefined })
})

test('sends what was set for the server, and the limit of the answer', async () => {
  const localOptions = { contextTokens: 8192, keepAliveMinutes: 30 }
  const request = { ...ask('Hi', 'plain:1b'), outputTokensMaximum: 50 }
  await collect(open({ localOptions }), request)
  expect(fake.loaded.get('plain:1b')).toBe(8192)
  await collect(open({ localOptions: { contextTokens: null, keepAliveMinutes: -1 } }), request)
  await collect(open({ localOptions: { contextTokens: null, keepAliveMinutes: 0 } }), request)
  expect(bodies()).toMatchObject([
    { options: { num_ctx: 8192, num_predict: 50 }, keep_alive: '30m' },
    { options: { num_predict: 50 }, keep_alive: -1 },
    { options: { num_predict: 50 }, keep_alive: '0m' },
  ])
})

describe('the effort', () => {
  test.each([
    ['auto', 'qwen3:4b', [undefined]],
    ['none', 'qwen3:4b', [false]],
    ['low', 'gpt-oss:20b', ['low']],
    // This model can only turn reasoning on or off.
    ['high', 'qwen3:4b', ['high', true]],
  ] as const)('%s of %s', async (effort, modelId, thinks) => {
    const provider = open()
    const request = { ...ask('Hi', modelId), effort }
    const reply = await collect(provider, request)
    expect(reply.error).toBeUndefined()
    expect(reply.events.filter(({ type }) => type === 'warning')).toEqual([])
    expect(bodies().map((body) => (body as { think?: unknown }).think)).toEqual(thinks)
    // It remembers what it has learnt.
    await collect(provider, request)
    expect(bodies()).toHaveLength(thinks.length + 1)
  })

  test('is left out, and said so, where the model turns out not to think', async () => {
    const reply = await collect(open(), { ...ask('Hi', 'plain:1b'), effort: 'high' })
    expect(reply.text).toBe('You said: Hi')
    expect(reply.events[0]).toEqual({
      type: 'warning',
      warning: { code: 'optionDropped', subject: 'effort' },
    })
  })

  test('is not sent at all to a model that is known not to think', async () => {
    const request = { ...ask('Hi', 'plain:1b'), ...described({ reasoning: false }) }
    await collect(open(), { ...request, effort: 'high' })
    expect(bodies()).toHaveLength(1)
  })
})

describe('tools', () => {
  const tools = [
    {
      name: 'weather',
      description: 'Looks outside',
      parameters: { type: 'object', properties: {} },
    },
  ]

  test('calls come whole, and finish the answer', async () => {
    const call = { id: 'call_1', name: 'weather', arguments: '{"city":"Zürich"}' }
    fake.behave(() => ({ kind: 'answer', text: '', toolCalls: [call] }))
    const reply = await collect(open(), { ...ask('Weather?', 'qwen3:4b'), tools })
    expect(reply.events).toContainEqual({ type: 'toolCall', ...call })
    expect(reply.events.at(-1)).toEqual({ type: 'finish', reason: 'toolCalls' })
    expect(bodies()).toMatchObject([{ tools: [{ function: { name: 'weather' } }] }])
  })

  test('calls without an id get one', async () => {
    const called = { function: { name: 'weather', arguments: { city: 'Bern' } } }
    playLines(
      { message: { content: '', tool_calls: [called, called] } },
      { message: { content: '' }, done: true, done_reason: 'stop' },
    )
    const reply = await collect(open(), { ...ask('Weather?', 'qwen3:4b'), tools })
    const ids = reply.events.flatMap((event) => (event.type === 'toolCall' ? event.id : []))
    expect(new Set(ids).size).toBe(2)
  })

  test('results go back with their call and its thoughts', async () => {
    const request: ReplyRequest = {
      modelId: 'qwen3:4b',
      turns: [
        { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'user', parts: [{ type: 'text', text: 'Weather?' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'I look.' },
            { type: 'toolCall', id: 'c1', name: 'weather', arguments: '{"city":"Bern"}' },
            { type: 'toolCall', id: 'c2', name: 'weather', arguments: 'Basel' },
          ],
        },
        {
          role: 'user',
          parts: [
            { type: 'toolResult', id: 'c1', text: 'Sun', failed: false },
            { type: 'toolResult', id: 'c2', text: 'No such city', failed: true },
          ],
        },
      ],
    }
    expect((await collect(open(), request)).error).toBeUndefined()
    expect(bodies()).toMatchObject([
      {
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            content: '',
            thinking: 'I look.',
            tool_calls: [
              { id: 'c1', function: { name: 'weather', arguments: { city: 'Bern' } } },
              { id: 'c2', function: { name: 'weather', arguments: {} } },
            ],
          },
          { role: 'tool', content: 'Sun', tool_name: 'weather', tool_call_id: 'c1' },
          { role: 'tool', content: 'No such city', tool_name: 'weather', tool_call_id: 'c2' },
        ],
      },
    ])
  })

  test('are left out, and said so, where the model has none', async () => {
    const reply = await collect(open(), { ...ask('Hi', 'plain:1b'), tools })
    expect(reply.text).toBe('You said: Hi')
    expect(reply.events[0]).toMatchObject({ warning: { code: 'optionDropped', subject: 'tools' } })
  })
})

test('a schema for the answer goes along as its format', async () => {
  const schema = { type: 'object', properties: { answer: { type: 'number' } } }
  const answerFormat = { name: 'answer', schema }
  await collect(open(), { ...ask('Hi', 'plain:1b'), answerFormat })
  expect(bodies()).toMatchObject([{ format: schema }])
})

test('pictures go along, text is quoted, and what it does not take is named', async () => {
  const picture = Uint8Array.of(137, 80, 78, 71)
  const parts = [
    file('cat.png', 'image/png', picture),
    file('notes.txt', 'text/plain', utf8('Remember')),
    file('paper.pdf', 'application/pdf', utf8('%PDF')),
    file('song.mp3', 'audio/mpeg', utf8('ID3')),
    { type: 'text' as const, text: 'What is this?' },
  ]
  // Even a model that reads them can't get them this way.
  const request = {
    modelId: 'plain:1b',
    turns: [{ role: 'user' as const, parts }],
    ...described({ image: true, pdf: true, audio: true }),
  }
  const reply = await collect(open(), request)
  const dropped = reply.events.flatMap((event) => (event.type === 'warning' ? event.warning : []))
  expect(dropped).toEqual([
    { code: 'attachmentDropped', subject: 'paper.pdf' },
    { code: 'attachmentDropped', subject: 'song.mp3' },
  ])
  const content = '<file name="notes.txt">\nRemember\n</file>\n\nWhat is this?'
  const images = [Buffer.from(picture).toString('base64')]
  expect(bodies()).toMatchObject([{ messages: [{ role: 'user', content, images }] }])
})

test('a document goes as text, in a window that holds it', async () => {
  const text = 'word '.repeat(20_000)
  let known: { text: string; isPartial: boolean } | undefined
  const paper = {
    ...file('paper.pdf', 'application/pdf', utf8('%PDF')),
    readText: () => Promise.resolve((known = { text, isPartial: false })),
    knownText: () => known,
  }
  const request = { modelId: 'plain:1b', turns: [{ role: 'user' as const, parts: [paper] }] }
  const { events } = await collect(open(), request)
  const warning = { code: 'attachmentAsText', subject: 'paper.pdf' }
  expect(events).toContainEqual({ type: 'warning', warning })
  const [body] = bodies() as { options?: { num_ctx?: number }; messages: { content: string }[] }[]
  expect(body?.messages[0]?.content).toContain(text)
  expect(body?.options?.num_ctx).toBeGreaterThan(20_000)
})

test.each([
  ['length', 'length'],
  ['stop', 'stop'],
  ['load', 'stop'],
  ['unload', 'stop'],
  ['something new', 'stop'],
])('done_reason %s is %s', async (given, reason) => {
  fake.behave(() => ({ kind: 'answer', text: 'Well', finishReason: given, usage: false }))
  const reply = await collect(open(), ask('Hi', 'plain:1b'))
  expect(reply.events.at(-1)).toEqual({ type: 'finish', reason })
  expect(reply.events.some(({ type }) => type === 'usage')).toBe(false)
})

test('what it does not know yet does not break an answer', async () => {
  playLines(
    { message: { content: 'Look: ', images: ['aGk='], hologram: 7 }, new_field: [1] },
    { telemetry: true },
    '\n',
    { message: { content: 'a picture', images: ['aGk='] } },
    { message: null, done: true },
  )
  const reply = await collect(open(), ask('Hi', 'plain:1b'))
  expect(reply).toMatchObject({ text: 'Look: a picture', error: undefined })
  const warnings = reply.events.filter(({ type }) => type === 'warning')
  expect(warnings).toEqual([
    { type: 'warning', warning: { code: 'contentUnknown', subject: 'image' } },
  ])
})

test('a picture in an answer is shown', async () => {
  const image = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1').toString('base64')
  playLines({ message: { content: 'Look', images: [image] } }, { message: null, done: true })
  const { events } = await collect(open(), ask('Hi', 'plain:1b'))
  expect(events).toContainEqual(expect.objectContaining({ type: 'image', mediaType: 'image/png' }))
})

test('one whole answer, over several lines, is understood', async () => {
  const whole = { message: { content: 'All at once' }, done: true, done_reason: 'stop' }
  playLines(JSON.stringify(whole, null, 2))
  expect(await collect(open(), ask('Hi', 'plain:1b'))).toMatchObject({
    text: 'All at once',
    error: undefined,
  })
})

test.each([
  ['model runner has unexpectedly stopped', 'serverError'],
  [{ message: 'slow down', code: 429 }, 'rateLimited'],
])('an error in the middle of the answer: %j', async (error, code) => {
  playLines({ message: { content: 'So far' } }, { error })
  const reply = await collect(open({ maxRetries: 2 }), ask('Hi', 'plain:1b'))
  expect(reply.text).toBe('So far')
  expect(reply.error).toMatchObject({ code, details: { model: 'plain:1b' } })
  expect(bodies()).toHaveLength(1)
})

test('a model that is not there is not found, whatever its name', async () => {
  const { error } = await collect(open(), ask('Hi', 'gone-1.5:7b'))
  expect(error).toMatchObject({ code: 'modelNotFound', details: { model: 'gone-1.5:7b' } })
})

test('what follows the last line, be it a reset, is not waited for', async () => {
  async function* pieces() {
    yield utf8('{"message":{"content":"Done"},"done":true,"done_reason":"stop"}\n')
    await new Promise(() => undefined)
  }
  fake.behave(() => ({ kind: 'bytes', pieces: pieces() }))
  expect(await collect(open(), ask('Hi', 'plain:1b'))).toMatchObject({
    text: 'Done',
    error: undefined,
  })
})

test('abort in the middle keeps what arrived and closes the connection', async () => {
  fake.behave(() => ({ kind: 'answer', text: 'One two three', ending: 'hang' }))
  const stop = new AbortController()
  let text = ''
  const read = async () => {
    for await (const event of open().reply(ask('Hi', 'plain:1b'), stop.signal)) {
      if (event.type === 'text') text += event.text
      if (text === 'One two three') stop.abort()
    }
  }
  await expect(read()).rejects.toMatchObject({ code: 'aborted' })
  await fake.requests.at(-1)?.ended
  expect(fake.requests.at(-1)?.closedEarly).toBe(true)
})

test('a reader that stops early closes the connection', async () => {
  fake.behave(() => ({ kind: 'answer', text: 'word '.repeat(100_000) }))
  for await (const { type } of open().reply(ask('Hi', 'plain:1b'), never))
    if (type === 'text') break
  await fake.requests.at(-1)?.ended
  expect(fake.requests.at(-1)?.closedEarly).toBe(true)
})

test('what has only its lists is spoken to in the way of OpenAI', async () => {
  const other = await startFakeOllama(0, { chat: false })
  const provider = openLocal('ollama', other.origin)
  for (const said of ['One', 'Two']) {
    expect((await collect(provider, ask(said, 'qwen3:4b'))).text).toBe(`You said: ${said}`)
  }
  const tried = other.requests.filter(({ path }) => path === '/api/chat')
  expect(tried).toHaveLength(1)
  await other.close()
})

test('the key and the extra headers go along', async () => {
  await collect(open({ key: 'secret-1', headers: { 'x-team': 'blue' } }), ask('Hi', 'plain:1b'))
  expect(fake.requests.at(-1)?.headers).toMatchObject({
    authorization: 'Bearer secret-1',
    'x-team': 'blue',
  })
})
