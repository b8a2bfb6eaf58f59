import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { exchange, openChat, send } from '../../chat/testHistory.ts'
import { collect } from '../collect.ts'
import { openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic

beforeEach(async () => {
  fake = await startFakeAnthropic()
})

afterEach(() => fake.close())

const start = (id: string, usage?: object) => ({
  type: 'message_start',
  message: { id, type: 'message', content: [], stop_reason: null, usage },
})
const say = (text: string) => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
  { type: 'content_block_stop', index: 0 },
]
const call = (id: string) => [
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id, name: 'look' } },
  { type: 'content_block_stop', index: 0 },
]
const reason = (stop_reason: string, usage: object = { output_tokens: 1 }) => ({
  type: 'message_delta',
  delta: { stop_reason },
  usage,
})
const stop = { type: 'message_stop' }

async function play(...events: object[]) {
  fake.behave({ kind: 'events', events })
  return collect(openAnthropic(fake.origin))
}

const first = [
  start('msg_1', { input_tokens: 5 }),
  ...call('a'),
  reason('tool_use', { output_tokens: 2 }),
  stop,
]
const second = [
  start('msg_2', { input_tokens: 7 }),
  ...say('It is noon.'),
  reason('end_turn'),
  stop,
]

test('reads several answers in one body to the end', async () => {
  const { text, events, error } = await play(...first, ...second)
  expect(error).toBeUndefined()
  expect(text).toBe('It is noon.')
  expect(events.filter(({ type }) => type === 'toolCall')).toHaveLength(2)
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
})

test('adds up what several answers took', async () => {
  fake.behave({ kind: 'events', events: [...first, ...second] })
  const { answer } = await exchange(openChat(openAnthropic(fake.origin)).replies, send('Count'))
  expect(answer.usage).toEqual({ inputTokens: 12, outputTokens: 3 })
})

test('parts an answer without an end mark from the next by its reason to stop', async () => {
  const { text, error } = await play(
    start('msg_1'),
    ...say('One'),
    reason('end_turn'),
    start('msg_2'),
    ...say('Two'),
    reason('end_turn'),
    stop,
  )
  expect({ text, error }).toEqual({ text: 'OneTwo', error: undefined })
})

test('is broken where the last of several answers is', async () => {
  const { text, error } = await play(...first, start('msg_2'), ...say('It is'))
  expect({ text, code: error?.code }).toEqual({ text: 'It is', code: 'streamBroken' })
})

test.each([
  ['', 'msg_2'],
  ['msg_1', ''],
  ['msg_1', 'msg_1'],
])('overlooks that one answer begins twice, as %j and %j', async (one, other) => {
  const { text, error } = await play(
    start(one),
    start(other),
    ...say('So'),
    reason('end_turn'),
    stop,
  )
  expect({ text, error }).toEqual({ text: 'So', error: undefined })
})

test('refuses another answer within one that goes on', async () => {
  const { text, error } = await play(start('msg_1'), ...say('One'), start('msg_2'), ...say('Two'))
  expect({ text, code: error?.code }).toEqual({ text: 'One', code: 'malformedAnswer' })
})

test('takes nothing but another answer after the end mark', async () => {
  const late = { type: 'error', error: { type: 'api_error', message: 'Too late' } }
  const { text, error } = await play(
    start('msg_1'),
    ...say('One'),
    reason('end_turn'),
    stop,
    late,
    ...say('!'),
  )
  expect({ text, error }).toEqual({ text: 'One', error: undefined })
})

test('counts every time that the model was asked for one answer', async () => {
  const iterations = [
    { type: 'compaction', input_tokens: 1000, output_tokens: 100 },
    { type: 'message', input_tokens: 30, output_tokens: 5, cache_read_input_tokens: 2 },
    { type: 'advisor_message', input_tokens: 9999, output_tokens: 9999 },
  ]
  const counts = { input_tokens: 30, output_tokens: 5, cache_read_input_tokens: 2, iterations }
  const { events } = await play(start('msg_1'), ...say('So'), reason('end_turn', counts), stop)
  expect(events.at(-2)).toEqual({
    type: 'usage',
    usage: { inputTokens: 1032, outputTokens: 105, cachedTokens: 2 },
  })
})
