import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Provider } from '../../../src/main/providers/provider.ts'
import type { ReplyRequest } from '../../../src/main/providers/reply.ts'
import { frameEvent } from '../../fakes/awsEventStream.ts'
import { startFakeServer } from '../../fakes/fakeServer.ts'
import type { FakeServer, Route } from '../../fakes/fakeServer.ts'
import { openAnthropic } from './anthropic/openAnthropic.ts'
import { openBedrock } from './bedrock/openBedrock.ts'
import { ask, collect } from './collect.ts'
import { openService } from './openAiCompatible/openService.ts'
import { skipPauses } from './skipPauses.ts'

/** Every try of a request that is sent again as often as any. */
const allTries = 3

beforeEach(() => {
  skipPauses()
})

afterEach(() => vi.unstubAllGlobals())

async function start(route: Route): Promise<FakeServer> {
  const server = await startFakeServer(route)
  onTestFinished(() => server.close())
  return server
}

/** Answers without an id of the request, which would be shown and so end all tries. */
function stream(...pieces: (string | Uint8Array)[]): Route {
  return (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) response.write(piece)
    response.end()
  }
}

const event = (data: object) => {
  const { type } = data as { type?: string }
  return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(data)}\n\n`
}

const chunk = (delta: object) => event({ choices: [{ index: 0, delta }] })
const role = chunk({ role: 'assistant', content: '', refusal: null, tool_calls: [] })
const created = event({ type: 'response.created', response: { status: 'in_progress' } })
const messageStart = event({
  type: 'message_start',
  message: { role: 'assistant', content: [], usage: { input_tokens: 3 } },
})
const converseStart = frameEvent('messageStart', { role: 'assistant' })
const item = (given: object) =>
  event({ type: 'response.output_item.added', output_index: 0, item: given })
const block = (given: object) =>
  event({ type: 'content_block_start', index: 0, content_block: given })

const chatError = event({ error: { code: 429, type: 'rate_limit', message: 'Slow down' } })
const busy = { error: { code: 503, type: 'server_error', message: 'Busy' } }
const busyError = event(busy)
const broke = { code: 500, type: 'server_error', message: 'It broke' }
const chatBroke = event({ error: broke })
const responsesBroke = event({ type: 'error', error: broke })
const responsesError = event({
  type: 'error',
  error: { code: 429, type: 'rate_limit', message: 'Slow down' },
})

const loadingError = event({
  type: 'error',
  error: { code: 503, type: 'unavailable_error', message: 'Loading model' },
})

const openChat = (origin: string) => openService(`${origin}/v1`, { api: 'chat' })
const openResponses = (origin: string) => openService(`${origin}/v1`, { api: 'responses' })
const drawing: ReplyRequest = { ...ask('A fox'), pictures: { model: null, maximum: 4 } }

describe('an error within an answer', () => {
  test.each<[string, (origin: string) => Provider, (string | Uint8Array)[]]>([
    ['chat', openChat, [chatError]],
    ['chat, after the role', openChat, [role, busyError]],
    ['Responses', openResponses, [created, responsesError]],
    [
      'Responses, after an empty message',
      openResponses,
      [created, item({ type: 'message', id: 'i', role: 'assistant', content: [] }), responsesError],
    ],
  ])('of %s before the model has made anything is tried again', async (_name, open, pieces) => {
    const server = await start(stream(...pieces))
    expect((await collect(open(server.origin))).error).toBeDefined()
    expect(server.requests).toHaveLength(allTries)
  })

  test.each<[string, (origin: string) => Provider, (string | Uint8Array)[]]>([
    [
      'a call whose arguments have not begun',
      openChat,
      [
        role,
        chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'find', arguments: '' } }] }),
        chatError,
      ],
    ],
    [
      'the same, and an overload',
      openChat,
      [chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'find' } }] }), busyError],
    ],
    ['text that may be a tag', openChat, [chunk({ content: '<thi' }), chatError]],
    [
      'sealed reasoning',
      openChat,
      [chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] }), chatError],
    ],
    [
      'hidden reasoning of Responses',
      openResponses,
      [created, item({ type: 'reasoning', id: 'i', summary: [] }), responsesError],
    ],
    [
      'a search of Responses',
      openResponses,
      [created, item({ type: 'web_search_call', id: 'i', status: 'in_progress' }), responsesError],
    ],
    [
      'a call of Responses',
      openResponses,
      [
        created,
        item({ type: 'function_call', id: 'i', call_id: 'c', name: 'find', arguments: '' }),
        responsesError,
      ],
    ],
    [
      'a call of Bedrock',
      (origin) => openBedrock(origin),
      [
        converseStart,
        frameEvent('contentBlockStart', {
          contentBlockIndex: 0,
          start: { toolUse: { toolUseId: 't', name: 'find' } },
        }),
        frameEvent('throttlingException', { message: 'Slow down' }),
      ],
    ],
    [
      'a call of Anthropic',
      openAnthropic,
      [
        messageStart,
        block({ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
        event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      ],
    ],
  ])('after %s ends it: it is to be paid for', async (_what, open, pieces) => {
    const server = await start(stream(...pieces))
    expect((await collect(open(server.origin))).error).toBeDefined()
    expect(server.requests).toHaveLength(1)
  })
})

const usageOf = { input_tokens: 50, output_tokens: 70, total_tokens: 120 }
const failed = event({
  type: 'response.failed',
  response: {
    status: 'failed',
    error: { code: 'server_error', message: 'It broke' },
    usage: usageOf,
  },
})
const failedChat = event({
  error: { code: 500, message: 'It broke' },
  usage: { prompt_tokens: 50, completion_tokens: 70, total_tokens: 120 },
})

const chatCount = event({
  choices: [],
  usage: { prompt_tokens: 50, completion_tokens: 70, total_tokens: 120 },
})
const messageCount = event({ type: 'message_delta', delta: {}, usage: usageOf })
const messageError = event({
  type: 'error',
  error: { type: 'overloaded_error', message: 'Overloaded' },
})
const converseCount = frameEvent('metadata', { usage: { inputTokens: 50, outputTokens: 70 } })
const converseError = frameEvent('internalServerException', { message: 'It broke' }, 'exception')
const openConverse = (origin: string) => openBedrock(origin)

test.each<[string, (origin: string) => Provider, (string | Uint8Array)[]]>([
  ['Responses', openResponses, [created, failed]],
  ['Responses, after the error', openResponses, [created, responsesBroke, failed]],
  ['chat', openChat, [role, failedChat]],
  ['chat, in the same piece after the error', openChat, [`${role}${chatBroke}${chatCount}`]],
  ['chat, after the error', openChat, [role, chatBroke, chatCount]],
  ['Anthropic', openAnthropic, [messageStart, messageCount, messageError]],
  ['Anthropic, after the error', openAnthropic, [messageStart, messageError, messageCount]],
  ['Bedrock', openConverse, [converseStart, converseCount, converseError]],
])(
  'what a failed answer of %s has counted is told, and it is final',
  async (_name, open, pieces) => {
    const server = await start(stream(...pieces))
    const { events, error } = await collect(open(server.origin))
    expect(events).toContainEqual({
      type: 'usage',
      usage: expect.objectContaining({ inputTokens: 50, outputTokens: 70 }) as unknown,
    })
    expect(['serverError', 'overloaded']).toContain(error?.code)
    expect(server.requests).toHaveLength(1)
  },
)

test('the count at the beginning of a message is none of what was made', async () => {
  const server = await start(stream(messageStart, messageError))
  const { events, error } = await collect(openAnthropic(server.origin))
  expect(events.filter(({ type }) => type === 'usage')).toEqual([])
  expect(error?.code).toBe('overloaded')
})

test('an error that counts nothing is tried again', async () => {
  const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
  const server = await start(stream(role, event({ ...busy, usage })))
  const { events } = await collect(openChat(server.origin))
  expect(events.filter(({ type }) => type === 'usage')).toEqual([])
  expect(server.requests).toHaveLength(allTries)
})

describe('a request that may make pictures', () => {
  test('keeps a picture that came whole before its connection broke', async () => {
    const done = {
      ...{ type: 'image_generation_call', id: 'i', status: 'completed' },
      result: Buffer.from('picture').toString('base64'),
    }
    const server = await start(async (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const text = [created, event({ type: 'response.output_item.done', item: done })].join('')
      await new Promise<unknown>((resolve) => response.write(text, resolve))
      response.socket?.end()
    })
    const { events, error } = await collect(openResponses(server.origin), drawing)
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'image', bytes: Buffer.from('picture') }),
    )
    expect(error?.code).toBe('streamBroken')
    expect(server.requests).toHaveLength(1)
  })

  test.each([
    ['at once', [responsesError]],
    ['after its head', [created, responsesError]],
    ['that says it loads', [created, loadingError]],
    [
      'while one is made',
      [created, item({ type: 'image_generation_call', id: 'i' }), responsesError],
    ],
  ])('is not sent again after a limit within the answer, %s', async (_when, pieces) => {
    const server = await start(stream(...pieces))
    const { error } = await collect(openResponses(server.origin), drawing)
    expect(error?.code).toMatch(/rateLimited|modelLoading/)
    expect(server.requests).toHaveLength(1)
  })

  test('is not sent again after an error within the answer that speaks of loading', async () => {
    const loading = { code: 503, type: 'server_error', message: 'Loading model' }
    const server = await start(stream(role, event({ error: loading })))
    const { error } = await collect(openChat(server.origin), drawing)
    expect(error?.code).toBe('modelLoading')
    expect(server.requests).toHaveLength(1)
  })

  test('is sent again after a limit that is the answer', async () => {
    const server = await start((_seen, response) => refuse(response, 429))
    await collect(openResponses(server.origin), drawing)
    expect(server.requests).toHaveLength(allTries)
  })
})

/** Gives JSON that is whole, and then breaks the connection. */
function breakBehind(body: object): Route {
  return async (_seen, response) => {
    const text = JSON.stringify(body)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 10_000 })
    await new Promise<unknown>((resolve) => response.write(text, resolve))
    response.socket?.end()
  }
}

test('a text that came whole is the transcription, whatever breaks behind it', async () => {
  const server = await start(breakBehind({ text: 'Good day' }))
  const provider = openService(`${server.origin}/v1`)
  expect(await sendOne('a transcription', provider)).toBe('Good day')
  expect(server.requests).toHaveLength(1)
})

test.each([
  ['chat', openChat, { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }],
  [
    'Bedrock',
    (origin: string) => openBedrock(origin),
    { output: { message: { content: [{ text: 'Hello' }] } }, stopReason: 'end_turn' },
  ],
])('so is an answer of %s that is no stream', async (_name, open, body) => {
  const server = await start(breakBehind(body))
  const { text, error } = await collect(open(server.origin))
  expect([text, error]).toEqual(['Hello', undefined])
  expect(server.requests).toHaveLength(1)
})

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message: 'Not now' } }))
}

const { signal } = new AbortController()
const spoken: readonly [string, (provider: Provider) => Promise<unknown> | undefined][] = [
  [
    'speech',
    ({ speak }) =>
      speak?.({ modelId: 'tts-1', voice: 'ash', text: 'Hi', speed: 1, format: 'mp3' }, signal),
  ],
  [
    'a transcription',
    ({ transcribe }) => {
      const wav = new Uint8Array(100)
      const request = { modelId: 'whisper-1', wav, locale: null, words: [], quiet: false }
      return transcribe?.({ ...request, task: 'transcribe' }, signal)
    },
  ],
]

function sendOne(name: string, provider: Provider): Promise<unknown> | undefined {
  return spoken.find(([each]) => each === name)?.[1](provider)
}

describe.each(spoken)('%s', (_name, send) => {
  async function requestsAfter(route: Route): Promise<number> {
    const server = await start(route)
    await expect(send(openService(`${server.origin}/v1`))).rejects.toBeDefined()
    return server.requests.length
  }

  test.each([408, 409, 500, 502, 503, 504, 524, 529])(
    'that failed with %i may be billed, and is not sent again',
    async (status) => {
      expect(await requestsAfter((_seen, response) => refuse(response, status))).toBe(1)
    },
  )

  test('that the service wants sent again after an error may be billed all the same', async () => {
    const headers = { 'x-should-retry': 'true' }
    expect(await requestsAfter((_seen, response) => refuse(response, 500, headers))).toBe(1)
  })

  test.each([
    [429, {}],
    [503, { 'retry-after': '1' }],
  ])('that was refused with %i is sent again', async (status, headers) => {
    const refused = (_seen: unknown, response: ServerResponse) => refuse(response, status, headers)
    expect(await requestsAfter(refused)).toBe(allTries)
  })

  test.each<[string, Route]>([
    ['before its answer', (_seen, response) => void response.socket?.resetAndDestroy()],
    [
      'within its answer',
      async (_seen, response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': 1000 })
        await new Promise<unknown>((resolve) => response.write('{"te', resolve))
        response.socket?.resetAndDestroy()
      },
    ],
    [
      'behind the head of its answer',
      async (_seen, response) => {
        response.writeHead(200, { 'content-type': 'audio/mpeg' })
        await new Promise<unknown>((resolve) => response.write('', resolve))
        response.flushHeaders()
        response.socket?.end()
      },
    ],
  ])('whose connection broke %s is not sent again', async (_when, route) => {
    expect(await requestsAfter(route)).toBe(1)
  })

  test('whose answer is an error is not sent again', async () => {
    const route: Route = (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 429, message: 'Slow down' } }))
    }
    expect(await requestsAfter(route)).toBe(1)
  })
})
