import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { frameChunk, frameEvent } from '../../../fakes/awsEventStream.ts'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { ask, collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

let fake: FakeBedrock

beforeEach(async () => {
  fake = await startFakeBedrock()
})

afterEach(() => fake.close())

const open = () => openBedrock(fake.origin, { aws: { operation: 'invokeModel' } })
const model = 'eu.anthropic.claude-large-v1:0'

const delta = (index: number, piece: object) =>
  frameChunk({ type: 'content_block_delta', index, delta: piece })

const answer = [
  frameChunk({
    type: 'message_start',
    message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 9 } },
  }),
  frameChunk({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  delta(0, { type: 'text_delta', text: 'Good ' }),
  delta(0, { type: 'text_delta', text: 'day.' }),
  frameChunk({ type: 'content_block_stop', index: 0 }),
  frameChunk({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn' },
    usage: { output_tokens: 2 },
  }),
  frameChunk({
    type: 'message_stop',
    'amazon-bedrock-invocationMetrics': { inputTokenCount: 9, outputTokenCount: 2 },
  }),
]

describe('InvokeModel', () => {
  test("speaks the Messages API to Anthropic's models", async () => {
    fake.behave({ kind: 'bytes', pieces: answer })
    const reply = await collect(open(), {
      ...ask('Hi', model),
      outputTokensMaximum: 100,
    })
    expect(reply.error).toBeUndefined()
    expect(reply.text).toBe('Good day.')
    expect(reply.events.slice(-2)).toEqual([
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 2 } },
      { type: 'finish', reason: 'stop' },
    ])
    const [request] = fake.asked()
    expect(request?.path).toBe(`/model/${encodeURIComponent(model)}/invoke-with-response-stream`)
    expect(request?.body).toEqual({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 100,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    })
  })

  test('leaves the others to Converse', async () => {
    expect((await collect(open(), ask('Hi', 'eu.amazon.nova-2-lite-v1:0'))).text).toBe('Hello.')
    expect(fake.asked()[0]?.path).toMatch(/\/converse-stream$/)
  })

  test('keeps what came before an exception', async () => {
    const pieces = [
      ...answer.slice(0, 3),
      frameEvent('modelStreamErrorException', { message: 'It broke.' }, 'exception'),
    ]
    fake.behave({ kind: 'bytes', pieces })
    const reply = await collect(open(), ask('Hi', model))
    expect([reply.text, reply.error?.code]).toEqual(['Good ', 'streamBroken'])
  })

  test("tells the model's own errors apart", async () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' }
    fake.behave({
      kind: 'bytes',
      pieces: [...answer.slice(0, 3), frameChunk({ type: 'error', error })],
    })
    const reply = await collect(open(), ask('Hi', model))
    expect([reply.text, reply.error?.code]).toEqual(['Good ', 'overloaded'])
  })

  test('is broken without its end', async () => {
    fake.behave({ kind: 'bytes', pieces: answer.slice(0, 4) })
    const reply = await collect(open(), ask('Hi', model))
    expect([reply.text, reply.error?.code]).toEqual(['Good day.', 'streamBroken'])
  })

  test('understands a message that comes at once', async () => {
    fake.behave({
      kind: 'json',
      status: 200,
      body: {
        type: 'message',
        content: [{ type: 'text', text: 'Whole.' }],
        stop_reason: 'max_tokens',
        usage: { input_tokens: 1, output_tokens: 2 },
      },
    })
    const reply = await collect(open(), ask('Hi', model))
    expect(reply.text).toBe('Whole.')
    expect(reply.events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  test('learns from a refusal', async () => {
    fake.behave((request) =>
      request.text.includes('adaptive')
        ? {
            kind: 'exception',
            status: 400,
            type: 'ValidationException',
            message: 'adaptive thinking is not supported on this model',
          }
        : { kind: 'bytes', pieces: answer },
    )
    const request = { ...ask('Hi', model), effort: 'low', outputTokensMaximum: 8000 } as const
    expect((await collect(open(), request)).text).toBe('Good day.')
    expect(fake.asked().at(-1)?.body).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 2048 },
    })
  })

  test('counts tokens by the same body', async () => {
    fake.behave({ kind: 'json', status: 200, body: { inputTokens: 11 } })
    const signal = new AbortController().signal
    expect(await open().countTokens?.(ask('Hi', model), signal)).toBe(11)
    const sent = fake.asked()[0]?.body as { input: { invokeModel: { body: string } } } | undefined
    const json = Buffer.from(sent?.input.invokeModel.body ?? '', 'base64').toString()
    const body: unknown = JSON.parse(json)
    expect(body).toMatchObject({ anthropic_version: 'bedrock-2023-05-31' })
  })
})
