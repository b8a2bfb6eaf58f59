import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { ReplyRequest } from '../../../../src/main/providers/reply.ts'
import type { Capabilities } from '../../../../src/shared/models.ts'
import type { CreateRequest } from '../../../fakes/anthropicRequests.ts'
import { errorBody, startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { ask, collect } from '../collect.ts'
import { openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic
let provider: Provider

beforeEach(async () => {
  fake = await startFakeAnthropic()
  provider = openAnthropic(fake.origin)
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

/** Makes the service refuse requests in which the function finds a fault. */
function refuse(faultOf: (request: CreateRequest) => string | false | undefined): void {
  fake.behave((request) => {
    const fault = faultOf(request)
    if (!fault) return { kind: 'answer', text: 'Yes' }
    return { kind: 'status', status: 400, body: errorBody('invalid_request_error', fault) }
  })
}

const modelWith = (capabilities: Capabilities) => ({
  model: { providerId: 'fake', modelId: 'm', name: 'm', local: false, capabilities },
})
const reasons = modelWith({ reasoning: true })

/** Asks twice; the second request uses everything learnt. */
async function askTwice(request: Partial<ReplyRequest>) {
  const replies = []
  const counts = []
  for (let time = 0; time < 2; time += 1) {
    const before = fake.requests.length
    replies.push(await collect(provider, { ...ask('Hi', 'claude-large'), ...request }))
    counts.push(fake.requests.length - before)
  }
  const warnings = replies.map(({ events }) =>
    events.flatMap((event) => (event.type === 'warning' ? [event.warning.subject] : [])),
  )
  expect(replies.map(({ error }) => error)).toEqual([undefined, undefined])
  return { counts, warnings, last: fake.requests.at(-1)?.body as CreateRequest }
}

describe('the length of the answer', () => {
  test.each([
    'max_tokens: 16000 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307',
    'max_tokens must be in the range [1, 4096].',
    '`max_tokens` must be less than or equal to 4096',
  ])('is learnt from: %s', async (refusal) => {
    refuse(({ max_tokens: asked }) => asked > 4096 && refusal)
    const { counts, last } = await askTwice({})
    expect(counts).toEqual([2, 1])
    expect(last.max_tokens).toBe(4096)
  })

  test('is what a long prompt leaves room for, this time', async () => {
    const refusal = 'input length and `max_tokens` exceed context limit: 199000 + 16000 > 200000'
    refuse(({ max_tokens: asked }) => asked > 1000 && refusal)
    const { counts, last } = await askTwice({})
    expect(counts).toEqual([2, 2])
    expect(last.max_tokens).toBe(1000)
  })
})

describe('thinking', () => {
  test('is left to the model, and to a model that can', async () => {
    expect((await askTwice(reasons)).last.thinking).toEqual({
      type: 'adaptive',
      display: 'summarized',
    })
    expect((await askTwice({})).last.thinking).toBeUndefined()
    expect((await askTwice(modelWith({ reasoning: false }))).last.thinking).toBeUndefined()
  })

  test('is asked for with an effort', async () => {
    const { last } = await askTwice({ ...reasons, effort: 'low' })
    expect(last.thinking?.type).toBe('adaptive')
    expect(last.output_config).toEqual({ effort: 'low' })
  })

  test('is switched off on wish', async () => {
    expect((await askTwice({ ...reasons, effort: 'none' })).last.thinking).toEqual({
      type: 'disabled',
    })
  })

  test('is given a budget where the model does not adapt', async () => {
    refuse(
      ({ thinking }) =>
        thinking?.type === 'adaptive' && 'adaptive thinking is not supported on this model',
    )
    const { counts, warnings, last } = await askTwice({ effort: 'high' })
    expect(counts).toEqual([2, 1])
    expect(warnings).toEqual([[], []])
    expect(last.thinking).toEqual({ type: 'enabled', budget_tokens: 8000 })
    expect(last.output_config).toBeUndefined()
  })

  test('is left out with a warning where the model can not', async () => {
    refuse(({ thinking }) => thinking && `thinking.type.${thinking.type}: not supported`)
    const { counts, warnings, last } = await askTwice({ effort: 'medium' })
    expect(counts).toEqual([3, 1])
    expect(warnings).toEqual([['effort'], ['effort']])
    expect(last.thinking).toBeUndefined()
  })

  test('can not be switched off everywhere', async () => {
    refuse(({ thinking }) => thinking?.type === 'disabled' && 'thinking: disabled is not supported')
    expect((await askTwice({ ...reasons, effort: 'none' })).warnings).toEqual([
      ['effort'],
      ['effort'],
    ])
  })

  test('goes on without an effort that the model does not know', async () => {
    refuse(({ output_config: output }) => output?.effort && 'This model has no effort parameter')
    const { counts, warnings, last } = await askTwice({ effort: 'low' })
    expect(counts).toEqual([2, 1])
    expect(warnings).toEqual([['effort'], ['effort']])
    expect(last.thinking?.type).toBe('adaptive')
  })

  test('has a budget of at most half of a short answer, or none', async () => {
    refuse(({ thinking }) => thinking?.type === 'adaptive' && 'thinking: unknown type adaptive')
    const short = await askTwice({ effort: 'high', outputTokensMaximum: 4000 })
    expect(short.last.thinking).toEqual({ type: 'enabled', budget_tokens: 2000 })
    const tiny = await askTwice({ effort: 'high', outputTokensMaximum: 500 })
    expect(tiny.last.thinking).toBeUndefined()
    expect(tiny.warnings).toEqual([['effort'], ['effort']])
  })

  test('of another service is left out, for this conversation', async () => {
    const sealed = { type: 'reasoning', text: 'Hm', signature: 'of-another' } as const
    refuse(
      ({ messages }) =>
        JSON.stringify(messages).includes('of-another') &&
        'messages.1.content.0: Invalid `signature` in `thinking` block',
    )
    const turns = [
      ...ask('Hi').turns,
      { role: 'assistant', parts: [sealed, { type: 'text', text: 'Hello' }] } as const,
      ...ask('And?').turns,
    ]
    const { counts, last } = await askTwice({ turns, ...reasons })
    expect(counts).toEqual([2, 2])
    expect(last.thinking?.type).toBe('adaptive')
  })

  test('pauses in a turn that was begun without it', async () => {
    refuse(
      ({ thinking }) =>
        thinking &&
        'Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is ' +
          'enabled, a final `assistant` message must start with a thinking block',
    )
    const { counts, warnings } = await askTwice({ ...reasons, effort: 'high' })
    expect(counts).toEqual([2, 2])
    expect(warnings).toEqual([[], []])
  })
})

test('JSON by a schema is dropped with a warning where it is refused', async () => {
  refuse(
    ({ output_config: output }) =>
      output?.format && 'output_config.format: structured outputs are not supported',
  )
  const { counts, warnings } = await askTwice({ answerFormat: { name: 'a', schema: {} } })
  expect(counts).toEqual([2, 1])
  expect(warnings).toEqual([['answerFormat'], ['answerFormat']])
})

test('cache points are never sent again where they are refused', async () => {
  const long = 'So many words. '.repeat(1000)
  refuse(
    ({ messages }) =>
      JSON.stringify(messages).includes('cache_control') &&
      'messages.0.content.0.cache_control: Extra inputs are not permitted',
  )
  expect(await askTwice(ask(long))).toMatchObject({ counts: [2, 1], warnings: [[], []] })
})

test('one call at a time is dropped with a warning where it is refused', async () => {
  refuse(
    ({ tool_choice: choice }) =>
      choice?.type === 'auto' && 'tool_choice.disable_parallel_tool_use: unknown field',
  )
  const tools = [{ name: 'a', description: 'A', parameters: { type: 'object' } }]
  expect(await askTwice({ tools, parallelTools: false })).toMatchObject({
    counts: [2, 1],
    warnings: [['parallelTools'], ['parallelTools']],
  })
})

test('a refusal that nothing helps against comes through, after a few tries', async () => {
  refuse(() => 'thinking, effort, citations, cache_control, max_tokens, schema: all wrong')
  const { error } = await collect(provider, { ...ask('Hi'), effort: 'high', ...reasons })
  expect(error?.code).toBe('badRequest')
  expect(fake.requests.length).toBeLessThan(12)
})
