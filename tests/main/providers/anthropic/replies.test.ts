import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { ask, collect } from '../collect.ts'
import { openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic

beforeEach(async () => {
  fake = await startFakeAnthropic()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const reply = () => collect(openAnthropic(fake.origin))
const start = (usage: object = {}) => ({
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', content: [], stop_reason: null, usage },
})
const open = (index: number, block: object) => ({
  type: 'content_block_start',
  index,
  content_block: block,
})
const delta = (index: number, fields: object) => ({
  type: 'content_block_delta',
  index,
  delta: fields,
})
const close = (index: number) => ({ type: 'content_block_stop', index })
const end = (reason: string, fields: object = {}, usage?: object) => [
  { type: 'message_delta', delta: { stop_reason: reason, ...fields }, usage },
  { type: 'message_stop' },
]

/** Returns the events of an answer, without the first one, which names the request. */
async function play(...events: object[]) {
  fake.behave({ kind: 'events', events })
  const { error, events: given } = await reply()
  expect(error).toBeUndefined()
  expect(given[0]).toEqual({ type: 'request', requestId: 'req_1' })
  return given.slice(1)
}

test.each([false, true])('reads an answer, whole: %j', async (whole) => {
  const calls = [{ id: 'toolu_1', name: 'weather', input: { place: 'Zürich' } }]
  fake.behave({ kind: 'answer', text: 'I look it up.', reasoning: 'Where?', calls, whole })
  const { events, text, reasoning, error } = await reply()
  expect(error).toBeUndefined()
  expect({ text, reasoning }).toEqual({ text: 'I look it up.', reasoning: 'Where?' })
  expect(events).toContainEqual({ type: 'reasoningSeal', signature: 'c2lnbmVk' })
  const pieces = events.filter((event) => event.type === 'toolCall')
  expect(new Set(pieces.map(({ id, name }) => `${id} ${name}`))).toEqual(
    new Set(['toolu_1 weather']),
  )
  expect(JSON.parse(pieces.map((piece) => piece.arguments).join(''))).toEqual({ place: 'Zürich' })
  expect(events.at(-2)).toMatchObject({ type: 'usage', usage: { cachedTokens: 0 } })
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'toolCalls' })
})

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'toolCalls'],
  ['pause_turn', 'pause'],
  ['refusal', 'contentFilter'],
  ['something_new', 'stop'],
])('%s ends with %s', async (stopReason, reason) => {
  expect(await play(start(), ...end(stopReason))).toEqual([{ type: 'finish', reason }])
})

test('gives the reason of a refusal', async () => {
  const details = { type: 'refusal', category: 'cyber', explanation: 'Not about locks.' }
  expect(await play(start(), ...end('refusal', { stop_details: details }))).toEqual([
    { type: 'finish', reason: 'contentFilter', explanation: 'Not about locks.' },
  ])
})

test('counts all that was read, and takes the later word', async () => {
  const first = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 100 }
  const last = {
    input_tokens: null,
    cache_creation_input_tokens: 20,
    output_tokens: 7,
    output_tokens_details: { thinking_tokens: 5 },
  }
  expect(await play(start(first), ...end('end_turn', {}, last))).toEqual([
    {
      type: 'usage',
      usage: {
        inputTokens: 130,
        outputTokens: 7,
        cachedTokens: 100,
        cacheWriteTokens: 20,
        reasoningTokens: 5,
      },
    },
    { type: 'finish', reason: 'stop' },
  ])
})

test('seals hidden and redacted reasoning, but none without a signature', async () => {
  const events = await play(
    start(),
    open(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'signature_delta', signature: 'one' }),
    close(0),
    open(1, { type: 'redacted_thinking', data: 'ZW5j' }),
    close(1),
    open(2, { type: 'thinking', thinking: 'Hm', signature: '' }),
    close(2),
    ...end('end_turn'),
  )
  expect(events).toEqual([
    { type: 'reasoningSeal', signature: 'one' },
    { type: 'reasoningSeal', encrypted: 'ZW5j' },
    { type: 'reasoning', text: 'Hm' },
    { type: 'finish', reason: 'stop' },
  ])
})

test('tells the pieces of two calls apart, and gives a call without arguments an object', async () => {
  const events = await play(
    start(),
    open(0, { type: 'tool_use', id: 'a', name: 'one', input: {} }),
    open(1, { type: 'tool_use', id: 'b', name: 'two', input: {} }),
    delta(1, { type: 'input_json_delta', partial_json: '{"x"' }),
    delta(0, { type: 'input_json_delta', partial_json: '' }),
    delta(1, { type: 'input_json_delta', partial_json: ':1}' }),
    close(0),
    close(1),
    open(2, { type: 'tool_use', id: 'c', name: 'three', input: { at: 'once' } }),
    ...end('tool_use'),
  )
  const call = (id: string, name: string, given: string) => ({
    type: 'toolCall',
    id,
    name,
    arguments: given,
  })
  expect(events).toEqual([
    call('a', 'one', ''),
    call('b', 'two', ''),
    call('b', 'two', '{"x"'),
    call('b', 'two', ':1}'),
    call('a', 'one', '{}'),
    call('c', 'three', ''),
    call('c', 'three', '{"at":"once"}'),
    { type: 'finish', reason: 'toolCalls' },
  ])
})

test("keeps the service's own tools to itself, and names what is unknown once", async () => {
  const events = await play(
    start(),
    open(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
    delta(0, { type: 'input_json_delta', partial_json: '{"query":"x"}' }),
    close(0),
    open(1, { type: 'web_search_tool_result', tool_use_id: 's', content: [] }),
    close(1),
    open(2, { type: 'hologram' }),
    delta(2, { type: 'hologram_delta' }),
    delta(2, { type: 'hologram_delta' }),
    close(2),
    { type: 'something_new', index: 9 },
    { type: 'content_block_delta' },
    open(3, { type: 'text', text: 'Found.' }),
    ...end('end_turn'),
  )
  expect(events).toEqual([
    { type: 'warning', warning: { code: 'contentUnknown', subject: 'hologram' } },
    { type: 'warning', warning: { code: 'contentUnknown', subject: 'hologram_delta' } },
    { type: 'text', text: 'Found.' },
    { type: 'finish', reason: 'stop' },
  ])
})

test('numbers what is cited, the same passage alike', async () => {
  const cite = (citation: object) => delta(0, { type: 'citations_delta', citation })
  const pdf = { type: 'page_location', document_index: 0, document_title: 'Report.pdf' }
  const page = { ...pdf, cited_text: 'Sales rose.', start_page_number: 3, end_page_number: 4 }
  const events = await play(
    start(),
    open(0, { type: 'text', text: '', citations: [] }),
    cite(page),
    cite(page),
    cite({ ...page, end_page_number: 6 }),
    cite({ type: 'char_location', cited_text: 'Yes', document_title: null, document_index: 1 }),
    cite({
      type: 'web_search_result_location',
      cited_text: 'No',
      url: 'https://a.example',
      title: 'A',
    }),
    cite({ type: 'search_result_location', cited_text: 'So', source: 'kb/1', title: null }),
    ...end('end_turn'),
  )
  const citations = events.flatMap((event) => (event.type === 'citation' ? [event.citation] : []))
  expect(citations).toEqual([
    { number: 1, title: 'Report.pdf', passage: 'Sales rose.', source: 'Report.pdf, page 3' },
    { number: 1, title: 'Report.pdf', passage: 'Sales rose.', source: 'Report.pdf, page 3' },
    { number: 2, title: 'Report.pdf', passage: 'Sales rose.', source: 'Report.pdf, pages 3–5' },
    { number: 3, title: '#2', passage: 'Yes', source: '#2' },
    { number: 4, title: 'A', passage: 'No', source: 'https://a.example' },
    { number: 5, title: 'kb/1', passage: 'So', source: 'kb/1' },
  ])
})

test('a message that begins twice is read once', async () => {
  const text = [open(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: 'Hi' })]
  expect(await play(start(), start(), ...text, ...end('end_turn'))).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'finish', reason: 'stop' },
  ])
})

describe('an end that is none', () => {
  test('without a reason the answer is broken', async () => {
    const events = [start(), open(0, { type: 'text', text: 'Half' })]
    fake.behave({ kind: 'events', events })
    const { error, text } = await reply()
    expect({ code: error?.code, text }).toEqual({ code: 'streamBroken', text: 'Half' })
  })

  test('a reset after the reason is no failure', async () => {
    const [last] = end('end_turn')
    fake.behave({
      kind: 'events',
      events: [start(), open(0, { type: 'text', text: 'All' }), last ?? {}],
    })
    const { error, events } = await reply()
    expect(error).toBeUndefined()
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  test.each([
    ['overloaded_error', 'overloaded'],
    ['rate_limit_error', 'rateLimited'],
    ['api_error', 'serverError'],
    ['authentication_error', 'keyRefused'],
    ['billing_error', 'quotaExhausted'],
    ['timeout_error', 'timeout'],
    ['invalid_request_error', 'badRequest'],
    ['something_new', 'serverError'],
  ])('an event of type %s fails with %s', async (type, code) => {
    const error = { type: 'error', error: { type, message: 'Sorry' } }
    fake.behave({
      kind: 'events',
      events: [start(), open(0, { type: 'text', text: 'Half' }), error],
    })
    const { error: failure, text } = await reply()
    expect(text).toBe('Half')
    expect(failure?.code).toBe(code)
    expect(failure?.details).toMatchObject({ requestId: 'req_1', answer: 'Sorry' })
    expect(failure?.details.status).toBeUndefined()
  })

  test('an error as a whole answer of status 200 fails', async () => {
    const body = { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }
    fake.behave({ kind: 'status', status: 200, body })
    expect((await reply()).error?.code).toBe('overloaded')
  })

  test('JSON of another kind is no answer', async () => {
    fake.behave({ kind: 'status', status: 200, body: { hello: 'world' } })
    expect((await reply()).error?.code).toBe('malformedAnswer')
  })

  test.each([
    ['Hello there', 'notAnApi'],
    ['<p>Hello', 'notAnApi'],
    ['', 'streamBroken'],
    ['data: {"type":\n\n', 'malformedAnswer'],
    ['data: {"type":"ping"}\n\ndata: {"ty', 'streamBroken'],
  ])('%j is no answer', async (text, code) => {
    fake.behave({ kind: 'bytes', pieces: [new TextEncoder().encode(text)] })
    expect((await reply()).error?.code).toBe(code)
  })
})

test('whoever stops at the first event leaves no connection open', async () => {
  fake.behave({ kind: 'answer', text: 'One', ending: 'hang' })
  const signal = new AbortController().signal
  for await (const event of openAnthropic(fake.origin).reply(ask('Hi'), signal)) {
    expect(event.type).toBe('request')
    break
  }
  await fake.requests[0]?.ended
  expect(fake.requests[0]?.closedEarly).toBe(true)
})
