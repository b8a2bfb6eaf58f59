import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { collect } from '../collect.ts'
import { fakeKey, openService } from '../openAiCompatible/openService.ts'
import { created, delta, done, end, toBytes } from './responseEvents.ts'
import type { Event } from './responseEvents.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(() => fake.close())

const open = () => openService(fake.baseUrl, { api: 'responses' })

async function play(...events: readonly Event[]) {
  fake.behave({ kind: 'bytes', pieces: toBytes(events) })
  const reply = await collect(open())
  return { ...reply, events: reply.events.filter(({ type }) => type !== 'request') }
}

const finish = { type: 'finish', reason: 'stop' }

test.each([true, false])(
  'gives text, thoughts, calls and usage; streamed: %s',
  async (streamed) => {
    const call = { id: 'call_1', name: 'weather', arguments: '{"place":"Rome"}' }
    const answer = { text: 'One moment, please.', reasoning: 'Rome it is.', encrypted: 'gAAAA' }
    if (streamed) fake.behave({ kind: 'answer', ...answer, toolCalls: [call] })
    else {
      const output = [
        {
          id: 'rs_fake',
          type: 'reasoning',
          summary: [{ type: 'summary_text', text: answer.reasoning }],
          encrypted_content: 'gAAAA',
        },
        { id: 'm', type: 'message', content: [{ type: 'output_text', text: answer.text }] },
        { ...call, id: 'f', type: 'function_call', call_id: 'call_1' },
      ]
      const usage = {
        input_tokens: 10,
        output_tokens: 3,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 3 },
      }
      const body = { id: 'resp_1', object: 'response', status: 'completed', output, usage }
      fake.behave({ kind: 'status', status: 200, body })
    }
    const reply = await collect(open())
    expect(reply.error).toBeUndefined()
    expect(reply.reasoning).toBe('Rome it is.')
    expect(reply.text).toBe('One moment, please.')
    const calls = reply.events.filter((event) => event.type === 'toolCall')
    expect(calls.map((piece) => piece.arguments).join('')).toBe(call.arguments)
    expect(calls[0]).toMatchObject({ id: 'call_1', name: 'weather' })
    const types = reply.events
      .map(({ type }) => type)
      .filter((type, at, all) => type !== all[at - 1])
    expect(types).toEqual([
      'request',
      'reasoning',
      'reasoningSeal',
      'text',
      'toolCall',
      'usage',
      'finish',
    ])
    expect(reply.events).toContainEqual({
      type: 'reasoningSeal',
      encrypted: 'gAAAA',
      itemId: 'rs_fake',
    })
    expect(reply.events.slice(-2)).toEqual([
      {
        type: 'usage',
        usage: { inputTokens: 10, outputTokens: 3, cachedTokens: 0, reasoningTokens: 3 },
      },
      { type: 'finish', reason: 'toolCalls' },
    ])
  },
)

test('parts the paragraphs of a summary, and seals thoughts that have an id alone', async () => {
  const thought = (summary_index: number, text: string): Event[] => [
    {
      type: 'response.reasoning_summary_part.added',
      item_id: 'rs',
      output_index: 0,
      summary_index,
    },
    {
      type: 'response.reasoning_summary_text.delta',
      item_id: 'rs',
      output_index: 0,
      summary_index,
      delta: text,
    },
  ]
  const reply = await play(
    created,
    ...thought(0, 'First'),
    ...thought(1, 'Second'),
    done(0, { id: 'rs', type: 'reasoning', summary: [{ text: 'First' }, { text: 'Second' }] }),
    delta('So', 1),
    end(),
  )
  expect(reply.reasoning).toBe('First\n\nSecond')
  expect(reply.events).toContainEqual({ type: 'reasoningSeal', itemId: 'rs' })
})

test('gives the thoughts of models that show them', async () => {
  const type = 'response.reasoning_text.delta'
  const reply = await play(
    created,
    { type, item_id: 'rs', output_index: 0, delta: 'Hm' },
    delta('So', 1),
    end(),
  )
  expect(reply.events).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'So' },
    finish,
  ])
})

test('parts the messages of an answer', async () => {
  const { events } = await play(created, delta('Wait'), delta('.'), delta('Done', 2), end())
  expect(events).toEqual([
    { type: 'text', text: 'Wait' },
    { type: 'text', text: '.' },
    { type: 'textEnd' },
    { type: 'text', text: 'Done' },
    finish,
  ])
})

test('joins calls that alternate, and those of tools that take text', async () => {
  const begin = (index: number, item: object): Event => ({
    type: 'response.output_item.added',
    output_index: index,
    item,
  })
  const piece = (index: number, type: string, text: string): Event => ({
    type: `response.${type}.delta`,
    output_index: index,
    item_id: `i${String(index)}`,
    delta: text,
  })
  const { events } = await play(
    created,
    begin(0, { id: 'i0', type: 'function_call', call_id: 'a', name: 'weather', arguments: '' }),
    begin(1, { id: 'i1', type: 'custom_tool_call', call_id: 'b', name: 'sql', input: '' }),
    piece(0, 'function_call_arguments', '{"place":'),
    piece(1, 'custom_tool_call_input', 'SELECT '),
    piece(0, 'function_call_arguments', '"Rome"}'),
    piece(1, 'custom_tool_call_input', '1'),
    done(0, { id: 'i0', type: 'function_call', call_id: 'a', name: 'weather', arguments: 'all' }),
    done(1, { id: 'i1', type: 'custom_tool_call', call_id: 'b', name: 'sql', input: 'all' }),
    done(2, { id: 'i2', type: 'function_call', call_id: 'c', name: 'now', arguments: {} }),
    done(3, { id: 'i3', type: 'function_call', call_id: 'd', name: 'then', arguments: '' }),
    end(),
  )
  expect(events).toEqual([
    { type: 'toolCall', id: 'a', name: 'weather', arguments: '{"place":' },
    { type: 'toolCall', id: 'b', name: 'sql', arguments: 'SELECT ' },
    { type: 'toolCall', id: 'a', name: 'weather', arguments: '"Rome"}' },
    { type: 'toolCall', id: 'b', name: 'sql', arguments: '1' },
    { type: 'toolCall', id: 'c', name: 'now', arguments: '{}' },
    { type: 'toolCall', id: 'd', name: 'then', arguments: '{}' },
    { type: 'finish', reason: 'toolCalls' },
  ])
})

test('takes a call whose arguments come only whole', async () => {
  const { events } = await play(
    created,
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { id: 'i', type: 'function_call', call_id: 'a', name: 'now' },
    },
    { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"a":1}' },
    end(),
  )
  expect(events[0]).toEqual({ type: 'toolCall', id: 'a', name: 'now', arguments: '{"a":1}' })
})

test('gives what the end of a stream tells where nothing came before', async () => {
  const output = [{ id: 'm', type: 'message', content: [{ type: 'output_text', text: 'All' }] }]
  expect((await play(created, end({ output }))).text).toBe('All')
  expect((await play(created, delta('Al'), delta('l'), end({ output }))).text).toBe('All')
})

test('knows an item again that has another id in each event', async () => {
  const events = ['a', 'b', 'c'].map((id) => ({ ...delta(id), item_id: id }))
  expect((await play(created, ...events, end())).events).toEqual([
    ...['a', 'b', 'c'].map((text) => ({ type: 'text', text })),
    finish,
  ])
})

test('tells nothing of tools that the service ran itself, nor has them run', async () => {
  const types = [
    'web_search_call',
    'file_search_call',
    'code_interpreter_call',
    'mcp_call',
    'mcp_list_tools',
    'compaction',
  ]
  const items = types.map((type, index) => done(index, { id: `i${String(index)}`, type }))
  expect((await play(created, ...items, delta('So', 9), end())).events).toEqual([
    { type: 'text', text: 'So' },
    finish,
  ])
})

test('warns once of an item of an unknown kind', async () => {
  const odd = { type: 'hologram', id: 'h' }
  const { events } = await play(created, done(0, odd), done(1, odd), delta('So', 2), end())
  expect(events).toEqual([
    { type: 'warning', warning: { code: 'contentUnknown', subject: 'hologram' } },
    { type: 'text', text: 'So' },
    finish,
  ])
})

test('gives the sources, and one that is named again by its number', async () => {
  const page = { type: 'url_citation', url: 'https://a.example/', title: 'A' }
  const file = { type: 'file_citation', file_id: 'file_1', filename: 'paper.pdf' }
  const added = (annotation: object): Event => ({
    type: 'response.output_text.annotation.added',
    output_index: 0,
    annotation,
  })
  const content = [{ type: 'output_text', text: 'So', annotations: [page, file] }]
  const { events } = await play(
    created,
    delta('So'),
    added(page),
    added(file),
    added(page),
    done(0, { id: 'msg_0', type: 'message', content }),
    end(),
  )
  expect(events.flatMap((event) => (event.type === 'citation' ? event.citation : []))).toEqual([
    { number: 1, title: 'A', passage: '', source: 'https://a.example/' },
    { number: 2, title: 'paper.pdf', passage: '', source: 'paper.pdf' },
    { number: 1, title: 'A', passage: '', source: 'https://a.example/' },
  ])
})

test('gives a refusal as what the model says', async () => {
  const refusal = { ...delta('I will not.'), type: 'response.refusal.delta' }
  expect((await play(created, refusal, end())).text).toBe('I will not.')
})

test.each([
  ['max_output_tokens', 'length'],
  ['content_filter', 'contentFilter'],
])('ends an answer that is incomplete for %s as %s', async (reason, expected) => {
  const { events } = await play(created, delta('Half'), {
    type: 'response.incomplete',
    response: { status: 'incomplete', incomplete_details: { reason } },
  })
  expect(events.at(-1)).toEqual({ type: 'finish', reason: expected })
})

test.each([
  [
    { type: 'error', code: 'rate_limit_exceeded', message: `Slow down ${fakeKey}`, param: null },
    'rateLimited',
  ],
  [
    { type: 'error', error: { type: 'insufficient_quota', message: 'No credit', code: null } },
    'quotaExhausted',
  ],
  [
    {
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'server_error', message: 'Oops' } },
    },
    'serverError',
  ],
  [{ type: 'response.failed', response: { status: 'failed', error: null } }, 'serverError'],
])('reports the error that comes in a stream: %j', async (event, code) => {
  const reply = await play(created, delta('Half'), event)
  expect(reply.text).toBe('Half')
  expect(reply.error?.details.answer ?? '').not.toContain(fakeKey)
  expect(reply.error?.code).toBe(code)
})

test('gives what came and then streamBroken where the end does not come', async () => {
  const reply = await play(created, delta('Half'))
  expect(reply).toMatchObject({ text: 'Half', error: { code: 'streamBroken' } })
})

test('overlooks events and shapes that it does not know', async () => {
  const reply = await play(
    { type: 'keepalive' },
    created,
    { type: 'response.hologram.delta', delta: { x: 1 } },
    { ...delta('ignored'), delta: 7 },
    { type: 'response.output_item.done', item: 'none' },
    { type: 'response.output_text.annotation.added', annotation: 3 },
    delta('So'),
    end({ usage: 'many' }),
  )
  expect(reply.events).toEqual([{ type: 'text', text: 'So' }, finish])
})

const message = (id: string | undefined, text: string) => ({
  ...(id !== undefined && { id }),
  type: 'message',
  content: [{ type: 'output_text', text }],
})

test.each([
  ['with ids', ['m1', 'm2', 'm3']],
  ['without ids', [undefined, undefined, undefined]],
  ['with one id', ['m', 'm', 'm']],
])('gives all messages of a whole answer, %s', async (_case, [one, two, three]) => {
  const output = [
    message(one, 'I look.'),
    { id: 'r', type: 'reasoning', summary: [] },
    message(two, 'I found.'),
    message(three, 'The end.'),
  ]
  const body = { id: 'resp_1', object: 'response', status: 'completed', output }
  fake.behave({ kind: 'status', status: 200, body })
  const { text } = await collect(open())
  expect(text).toBe('I look.I found.The end.')
})

test('gives a message that only the end of the stream holds', async () => {
  const { text } = await play(
    created,
    delta('One.', 0),
    end({ output: [message('msg_0', 'One.'), message('msg_1', 'Two.')] }),
  )
  expect(text).toBe('One.Two.')
})

test('gives no message twice where the end counts its items otherwise', async () => {
  const { text } = await play(
    created,
    delta('One.', 1),
    delta('Two.', 2),
    end({ output: [message('x', 'One.'), message('y', 'Two.')] }),
  )
  expect(text).toBe('One.Two.')
})
