import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { frameAnswer, frameError, frameEvent } from '../../../fakes/awsEventStream.ts'
import { brokenBy, startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { ask, collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

let fake: FakeBedrock

beforeEach(async () => {
  fake = await startFakeBedrock()
})

afterEach(() => fake.close())

const delta = (index: number, piece: object) =>
  frameEvent('contentBlockDelta', { contentBlockIndex: index, delta: piece })
const stop = (index: number) => frameEvent('contentBlockStop', { contentBlockIndex: index })
const end = (stopReason: string) => frameEvent('messageStop', { stopReason })

async function read(pieces: Uint8Array[]) {
  fake.behave({ kind: 'bytes', pieces })
  const { events, ...reply } = await collect(openBedrock(fake.origin))
  // The first event is always the request's id.
  return { ...reply, events: events.slice(1) }
}

test('a reply, its request signed over all that goes out', async () => {
  fake.behave({ kind: 'answer', text: 'Good day – 你好.' })
  const provider = openBedrock(fake.origin, {
    headers: { 'x-team': 'a  b ' },
    query: { 'api-version': '2026 (β)' },
  })
  const reply = await collect(provider, ask('Hi', 'eu.amazon.nova-2-lite-v1:0'))
  expect(reply.error).toBeUndefined()
  expect(reply.text).toBe('Good day – 你好.')
  expect(reply.events[0]).toEqual({
    type: 'request',
    requestId: '5f3b6a5e-fake-4b1c-9a54-000000000001',
  })
  expect(reply.events.slice(-2)).toEqual([
    { type: 'usage', usage: { inputTokens: 7, outputTokens: 2 } },
    { type: 'finish', reason: 'stop' },
  ])
  const [request] = fake.asked()
  expect(request?.path).toBe('/model/eu.amazon.nova-2-lite-v1%3A0/converse-stream')
  expect(request?.query.get('api-version')).toBe('2026 (β)')
  expect(request?.headers['user-agent']).not.toMatch(/linux|node/i)
})

test('a model by its ARN, at an address with a path', async () => {
  const arn = 'arn:aws:bedrock:eu-central-1:123456789012:application-inference-profile/abc'
  const reply = await collect(openBedrock(`${fake.origin}/gate/way/`), ask('Hi', arn))
  expect(reply.text).toBe('Hello.')
  expect(fake.asked()[0]?.path).toBe(`/gate/way/model/${encodeURIComponent(arn)}/converse-stream`)
})

describe('an answer', () => {
  test('holds reasoning with its seal, and reasoning that is encrypted', async () => {
    const { events } = await read([
      delta(0, { reasoningContent: { text: 'Let me ' } }),
      delta(0, { reasoningContent: { text: 'think.' } }),
      delta(0, { reasoningContent: { signature: 'c2ln' } }),
      stop(0),
      delta(1, { reasoningContent: { redactedContent: 'c2VjcmV0' } }),
      stop(1),
      delta(2, { text: 'Yes.' }),
      stop(2),
      end('end_turn'),
    ])
    expect(events).toEqual([
      { type: 'reasoning', text: 'Let me ' },
      { type: 'reasoning', text: 'think.' },
      { type: 'reasoningSeal', signature: 'c2ln' },
      { type: 'reasoningSeal', encrypted: 'c2VjcmV0' },
      { type: 'text', text: 'Yes.' },
      { type: 'finish', reason: 'stop' },
    ])
  })

  test('holds calls, one of them without arguments, and its usage before its end', async () => {
    const call = (index: number, toolUseId: string, name: string) =>
      frameEvent('contentBlockStart', {
        contentBlockIndex: index,
        start: { toolUse: { toolUseId, name } },
      })
    const { events } = await read([
      call(0, 'a', 'weather'),
      delta(0, { toolUse: { input: '{"city":' } }),
      delta(0, { toolUse: { input: '"Köln"}' } }),
      stop(0),
      call(1, 'b', 'clock'),
      stop(1),
      frameEvent('metadata', {
        usage: {
          inputTokens: 5,
          outputTokens: 9,
          totalTokens: 14,
          cacheReadInputTokens: 100,
          cacheWriteInputTokens: 20,
        },
      }),
      end('tool_use'),
    ])
    expect(events).toEqual([
      { type: 'toolCall', id: 'a', name: 'weather', arguments: '' },
      { type: 'toolCall', id: 'a', name: 'weather', arguments: '{"city":' },
      { type: 'toolCall', id: 'a', name: 'weather', arguments: '"Köln"}' },
      { type: 'toolCall', id: 'b', name: 'clock', arguments: '' },
      { type: 'toolCall', id: 'b', name: 'clock', arguments: '{}' },
      {
        type: 'usage',
        usage: { inputTokens: 125, outputTokens: 9, cachedTokens: 100, cacheWriteTokens: 20 },
      },
      { type: 'finish', reason: 'toolCalls' },
    ])
  })

  test('holds citations and an image, and warns once of what is unknown', async () => {
    const cited = { number: 1, title: 'Report', passage: 'It rose.', source: 'Report, page 3' }
    const citation = {
      title: 'Report',
      sourceContent: [{ text: 'It ' }, { text: 'rose.' }],
      location: { documentPage: { documentIndex: 0, start: 3, end: 4 } },
    }
    const png = Buffer.from([137, 80, 78, 71, 13, 10])
    const { events } = await read([
      delta(0, { text: 'It rose.' }),
      delta(0, { citation }),
      delta(0, { citation }),
      delta(0, { hologram: {} }),
      delta(0, { hologram: {} }),
      stop(0),
      frameEvent('contentBlockStart', {
        contentBlockIndex: 1,
        start: { image: { format: 'png' } },
      }),
      delta(1, { image: { source: { bytes: png.toString('base64') } } }),
      stop(1),
      frameEvent('trace', { guardrail: {} }),
      end('end_turn'),
    ])
    expect(events).toEqual([
      { type: 'text', text: 'It rose.' },
      { type: 'citation', citation: cited },
      { type: 'citation', citation: cited },
      { type: 'warning', warning: { code: 'contentUnknown', subject: 'hologram' } },
      { type: 'image', mediaType: 'image/png', bytes: new Uint8Array(png) },
      { type: 'finish', reason: 'stop' },
    ])
  })

  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['guardrail_intervened', 'contentFilter'],
    ['content_filtered', 'contentFilter'],
    ['refusal', 'contentFilter'],
    ['something_new', 'stop'],
  ])('ends with %s as %s', async (stopReason, reason) => {
    const { events } = await read([delta(0, { text: 'A' }), end(stopReason)])
    expect(events.at(-1)).toEqual({ type: 'finish', reason })
  })

  test('that the model could not write is an error, with what came', async () => {
    const { text, error } = await read([delta(0, { text: 'A' }), end('malformed_tool_use')])
    expect([text, error?.code]).toEqual(['A', 'malformedAnswer'])
  })

  test('without its end is broken', async () => {
    const { text, error } = await read(frameAnswer('Half').slice(0, 2))
    expect([text, error?.code]).toEqual(['Half', 'streamBroken'])
  })

  test('may come at once', async () => {
    fake.behave({
      kind: 'json',
      status: 200,
      body: {
        output: {
          message: {
            role: 'assistant',
            content: [
              { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } },
              { text: 'Hello ' },
              { citationsContent: { content: [{ text: 'there.' }], citations: [] } },
              { toolUse: { toolUseId: 'a', name: 'clock', input: { zone: 'UTC' } } },
            ],
          },
        },
        stopReason: 'tool_use',
        usage: { inputTokens: 3, outputTokens: 4, totalTokens: 7 },
      },
    })
    const reply = await collect(openBedrock(fake.origin))
    expect(reply.error).toBeUndefined()
    expect([reply.reasoning, reply.text]).toEqual(['Hm.', 'Hello there.'])
    expect(reply.events.slice(-4)).toEqual([
      { type: 'toolCall', id: 'a', name: 'clock', arguments: '' },
      { type: 'toolCall', id: 'a', name: 'clock', arguments: '{"zone":"UTC"}' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } },
      { type: 'finish', reason: 'toolCalls' },
    ])
  })
})

describe('in the middle of a stream', () => {
  test.each([
    ['modelStreamErrorException', 'streamBroken'],
    ['internalServerException', 'serverError'],
    ['throttlingException', 'rateLimited'],
    ['serviceUnavailableException', 'overloaded'],
    ['validationException', 'badRequest'],
    ['modelTimeoutException', 'timeout'],
  ])('%s is %s, and what arrived is kept', async (type, code) => {
    const { text, error } = await read(brokenBy(type, 'It went wrong.'))
    expect(text).toBe('Half')
    expect(error).toMatchObject({
      code,
      details: {
        answer: 'It went wrong.',
        requestId: '5f3b6a5e-fake-4b1c-9a54-000000000001',
        model: 'parley-large',
      },
    })
  })

  test('an error of the stream itself is told', async () => {
    const { text, error } = await read([
      ...frameAnswer('Half').slice(0, 2),
      frameError('InternalFailure', 'The stream has failed.'),
    ])
    expect([text, error?.code, error?.details.answer]).toEqual([
      'Half',
      'serverError',
      'The stream has failed.',
    ])
  })

  test.each([
    ['a message that is damaged', (bytes: Uint8Array) => bytes.with(20, 0x21), 'malformedAnswer'],
    [
      'a message of 2 GB',
      () => new Uint8Array([127, 255, 255, 255, 0, 0, 0, 0, 1, 2, 3, 4]),
      'malformedAnswer',
    ],
    ['half a message', (bytes: Uint8Array) => bytes.subarray(0, 30), 'streamBroken'],
  ] as const)('%s ends the reply', async (_kind, damage, code) => {
    const [start = new Uint8Array(), text = new Uint8Array()] = frameAnswer('Half')
    const { error, text: kept } = await read([start, text, damage(text)])
    expect([kept, error?.code]).toEqual(['Half', code])
  })
})

test('stopping ends the request', async () => {
  fake.behave({ kind: 'bytes', pieces: frameAnswer('Half').slice(0, 2), ending: 'hang' })
  const stopper = new AbortController()
  const reply = openBedrock(fake.origin).reply(ask('Hi'), stopper.signal)
  const read = async () => {
    for await (const event of reply) if (event.type === 'text') stopper.abort()
  }
  await expect(read()).rejects.toMatchObject({ code: 'aborted' })
  await fake.asked()[0]?.ended
  expect(fake.asked()[0]?.closedEarly).toBe(true)
})
