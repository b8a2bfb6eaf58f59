import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { collect } from '../collect.ts'
import { openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(() => fake.close())

/** Returns the events for the given `tool_calls` of a stream's deltas. */
async function callsOf(deltas: readonly object[], finish: string | null = 'tool_calls') {
  const events = [...deltas, {}].map((delta, index) => ({
    choices: [{ delta, finish_reason: index === deltas.length ? finish : null }],
  }))
  const pieces = events.map((event) =>
    new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`),
  )
  fake.behave({ kind: 'bytes', pieces: finish === null ? pieces.slice(0, -1) : pieces })
  const reply = await collect(openService(fake.baseUrl))
  const calls: { id: string; name: string; arguments: string }[] = []
  for (const event of reply.events) {
    if (event.type !== 'toolCall') continue
    const call = calls.find(({ id }) => id === event.id)
    if (call) call.arguments += event.arguments
    else calls.push({ id: event.id, name: event.name, arguments: event.arguments })
  }
  return { calls, reply }
}

const delta = (...calls: object[]) => ({ tool_calls: calls })
const called = (name: string, text: unknown) => ({ function: { name, arguments: text } })
const rest = (text: string) => ({ function: { arguments: text } })

test('joins the pieces of calls that alternate', async () => {
  const { calls, reply } = await callsOf([
    delta({ index: 0, id: 'a', type: 'function', ...called('weather', '') }),
    delta({ index: 1, id: 'b', type: 'function', ...called('time', '') }),
    delta({ index: 0, ...rest('{"place":') }, { index: 1, ...rest('{"zone"') }),
    delta({ index: 1, ...rest(':"CET"}') }, { index: 0, ...rest('"Rome"}') }),
  ])
  expect(calls).toEqual([
    { id: 'a', name: 'weather', arguments: '{"place":"Rome"}' },
    { id: 'b', name: 'time', arguments: '{"zone":"CET"}' },
  ])
  expect(reply.events.at(-1)).toEqual({ type: 'finish', reason: 'toolCalls' })
})

test('takes stop for toolCalls where calls came', async () => {
  const { reply } = await callsOf([delta({ index: 0, id: 'a', ...called('now', '{}') })], 'stop')
  expect(reply.events.at(-1)).toEqual({ type: 'finish', reason: 'toolCalls' })
})

test('gives a call without an id one of its own', async () => {
  const { calls } = await callsOf([
    delta({ index: 0, ...called('now', '{"a"') }),
    delta({ index: 0, ...rest(':1}') }),
  ])
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({ name: 'now', arguments: '{"a":1}' })
  expect(calls[0]?.id).toMatch(/^call_/)
})

test.each([
  ['without an index', {}, {}],
  ['all with the index 0 and no id', { index: 0 }, { index: 0 }],
  ['all with the index 0 and ids', { index: 0, id: 'a' }, { index: 0, id: 'b' }],
  ['with one id for all', { index: 0, id: 'a' }, { index: 1, id: 'a' }],
])('tells whole calls apart that come %s', async (_name, first, second) => {
  const { calls } = await callsOf([
    delta({ ...first, ...called('weather', '{"place":"Rome"}') }),
    delta({ ...second, ...called('weather', '{"place":"Oslo"}') }),
  ])
  expect(calls.map(({ arguments: text }) => text)).toEqual(['{"place":"Rome"}', '{"place":"Oslo"}'])
})

test('tells calls apart that come together without an index', async () => {
  const { calls } = await callsOf([delta(called('a', '{}'), called('b', '{}'))])
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b'])
})

test('knows a call again whose pieces carry other ids but no name', async () => {
  const { calls } = await callsOf([
    delta({ index: 0, id: 'x1', ...called('now', '{"a"') }),
    delta({ index: 0, id: 'x2', ...rest(':1}') }),
  ])
  expect(calls).toEqual([{ id: 'x1', name: 'now', arguments: '{"a":1}' }])
})

test('joins a name in pieces, and takes one that is repeated once', async () => {
  const split = await callsOf([
    delta({ index: 0, id: 'a', function: { name: 'get_' } }),
    delta({ index: 0, function: { name: 'weather' } }),
    delta({ index: 0, ...rest('{}') }),
  ])
  expect(split.calls).toEqual([{ id: 'a', name: 'get_weather', arguments: '{}' }])
  const repeated = await callsOf([
    delta({ index: 0, id: 'a', ...called('weather', '{"a"') }),
    delta({ index: 0, id: 'a', ...called('weather', ':1}') }),
  ])
  expect(repeated.calls).toEqual([{ id: 'a', name: 'weather', arguments: '{"a":1}' }])
})

test('takes arguments as an object, and none at all', async () => {
  const { calls } = await callsOf([
    delta({ index: 0, id: 'a', ...called('weather', { place: 'Rome' }) }),
    delta({ index: 1, id: 'b', function: { name: 'now' } }),
  ])
  expect(calls.map(({ arguments: text }) => text)).toEqual(['{"place":"Rome"}', '{}'])
})

test('takes the older function_call', async () => {
  const { calls } = await callsOf(
    [
      { function_call: { name: 'weather', arguments: '' } },
      { function_call: { arguments: '{"place":"Rome"}' } },
    ],
    'function_call',
  )
  expect(calls).toMatchObject([{ name: 'weather', arguments: '{"place":"Rome"}' }])
})

test('gives the signature that Google wants back', async () => {
  const extra_content = { google: { thought_signature: 'S=' } }
  const { reply } = await callsOf([
    delta({ index: 0, id: 'a', extra_content, ...called('now', '{}') }),
  ])
  expect(reply.events).toContainEqual({
    type: 'toolCall',
    id: 'a',
    name: 'now',
    arguments: '{}',
    signature: 'S=',
  })
})

test('makes up no arguments for a call that the end of the connection cut off', async () => {
  const { calls, reply } = await callsOf(
    [delta({ index: 0, id: 'a', function: { name: 'weather' } })],
    null,
  )
  expect(calls).toEqual([])
  expect(reply.error?.code).toBe('streamBroken')
})

test('takes the calls of a whole answer', async () => {
  const message = { content: null, tool_calls: [{ id: 'a', ...called('now', '{"a":1}') }] }
  const body = { choices: [{ message, finish_reason: 'tool_calls' }] }
  fake.behave({ kind: 'status', status: 200, body })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.events).toContainEqual({
    type: 'toolCall',
    id: 'a',
    name: 'now',
    arguments: '{"a":1}',
  })
})

const nothing = { id: '', type: 'function', ...called('', '') }

test.each([
  [delta({ index: 0, ...nothing })],
  [delta({ index: 0, id: 'a', ...called('', '{}') })],
  [delta({ index: 0, id: null, function: null })],
  [delta({ index: 0, ...called(' ', '') })],
])('a call without name and arguments is none: %j', async (placeholder) => {
  const { calls, reply } = await callsOf([placeholder, { content: 'Hello' }], 'stop')
  expect(calls).toEqual([])
  expect(reply.text).toBe('Hello')
  expect(reply.events.filter(({ type }) => type === 'warning')).toEqual([])
  expect(reply.events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
})

test('a call that has arguments but no name is told of', async () => {
  const { calls, reply } = await callsOf([delta({ index: 0, id: 'a', ...called('', '{"a":1}') })])
  expect(calls).toEqual([])
  expect(reply.events).toContainEqual({ type: 'warning', warning: { code: 'toolCallUnnamed' } })
})

test('a placeholder beside a call leaves the call', async () => {
  const { calls } = await callsOf([
    delta({ index: 0, ...nothing }, { index: 1, id: 'b', ...called('now', '{}') }),
  ])
  expect(calls).toEqual([{ id: 'b', name: 'now', arguments: '{}' }])
})
