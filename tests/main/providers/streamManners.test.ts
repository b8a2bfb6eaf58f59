import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '../../../src/main/providers/provider.ts'
import { startFakeServer } from '../../fakes/fakeServer.ts'
import { openAnthropic } from './anthropic/openAnthropic.ts'
import { ask, collect } from './collect.ts'
import { openLocal } from './local/openLocal.ts'
import { openService } from './openAiCompatible/openService.ts'

const picture = Buffer.from('iVBORw0KGgo=', 'base64')
const base64 = picture.toString('base64')
const usage = { type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } }
const finish = { type: 'finish', reason: 'stop' }

interface Dialect {
  open: (origin: string) => Provider
  begin: object[]
  hello: object[]
  picture: object[]
  end: object[]
  error: object
}

const anthropicBlock = (index: number, block: object, delta?: object): object[] => [
  { type: 'content_block_start', index, content_block: block },
  ...(delta ? [{ type: 'content_block_delta', index, delta }] : []),
  { type: 'content_block_stop', index },
]
const chunk = (delta: object, more: object = {}): object => ({
  choices: [{ index: 0, delta, ...more }],
})

const dialects: Record<'Anthropic' | 'chat' | 'Responses', Dialect> = {
  Anthropic: {
    open: (origin) => openAnthropic(origin),
    begin: [
      {
        type: 'message_start',
        message: { role: 'assistant', content: [], usage: { input_tokens: 3 } },
      },
    ],
    hello: anthropicBlock(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hello' }),
    picture: anthropicBlock(1, {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: base64 },
    }),
    end: [
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
    ],
    error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
  },
  chat: {
    open: (origin) => openService(`${origin}/v1`, { api: 'chat' }),
    begin: [chunk({ role: 'assistant', content: '' })],
    hello: [chunk({ content: 'Hello' })],
    picture: [
      chunk({
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }],
      }),
    ],
    end: [
      chunk({}, { finish_reason: 'stop' }),
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 } },
    ],
    error: { error: { code: 502, message: 'Upstream' } },
  },
  Responses: {
    open: (origin) => openService(`${origin}/v1`, { api: 'responses' }),
    begin: [{ type: 'response.created', response: { status: 'in_progress' } }],
    hello: [
      {
        type: 'response.output_text.delta',
        item_id: 'm',
        output_index: 0,
        content_index: 0,
        delta: 'Hello',
      },
    ],
    picture: [
      {
        type: 'response.output_item.done',
        output_index: 1,
        item: {
          type: 'message',
          content: [{ type: 'output_image', image_url: `data:image/png;base64,${base64}` }],
        },
      },
    ],
    end: [
      {
        type: 'response.completed',
        response: { status: 'completed', output: [], usage: { input_tokens: 3, output_tokens: 5 } },
      },
    ],
    error: { type: 'error', error: { code: 500, message: 'It broke' } },
  },
}

async function answerOf(open: Dialect['open'], written: readonly string[], type: string) {
  const server = await startFakeServer((_seen, response) => {
    response.writeHead(200, { 'content-type': type })
    for (const piece of written) response.write(piece)
    response.end()
  })
  onTestFinished(() => server.close())
  const { text, events, error } = await collect(open(server.origin), ask('Hi'))
  return { text, error, others: events.filter((event) => event.type !== 'text') }
}

/** Writes events with lone carriage returns, and what some servers send to stay connected. */
function writeOddly(events: readonly object[]): string[] {
  const named = events.map((event) => {
    const name = 'type' in event ? `event: ${String(event.type)}\r` : ''
    return `${name}data: ${JSON.stringify(event)}\r\r`
  })
  return named.flatMap((text) => [': ping\r\r', 'data: null\r\r', 'data:\r\r', text])
}

const image = expect.objectContaining({ type: 'image', mediaType: 'image/png' }) as unknown

test.each(Object.entries(dialects))(
  '%s: odd line ends, events that hold nothing, pictures and late errors lose nothing',
  async (_name, { open, begin, hello, picture: shown, end, error: late }) => {
    const events = [...begin, ...hello, ...shown, ...end, late]
    const { text, others, error } = await answerOf(open, writeOddly(events), 'text/event-stream')
    expect(error).toBeUndefined()
    expect(text).toBe('Hello')
    expect(others).toEqual([image, usage, finish])
  },
)

test('Ollama: pictures and late errors lose nothing', async () => {
  const message = { role: 'assistant', content: 'Hello', images: [base64] }
  const counts = { done_reason: 'stop', prompt_eval_count: 3, eval_count: 5 }
  const lines = [
    { message, done: false },
    { message: { role: 'assistant', content: '' }, done: true, ...counts },
    { error: 'It broke' },
  ].map((line) => `${JSON.stringify(line)}\r\n\r\n`)
  const open = (origin: string) => openLocal('ollama', origin)
  const { text, others, error } = await answerOf(open, lines, 'application/x-ndjson')
  expect(error).toBeUndefined()
  expect(text).toBe('Hello')
  expect(others).toEqual([image, usage, finish])
})
