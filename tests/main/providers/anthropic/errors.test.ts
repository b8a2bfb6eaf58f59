import { afterEach, beforeEach, expect, test } from 'vitest'
import { errorBody, startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import type { FakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { ask, collect } from '../collect.ts'
import { fakeKey, openAnthropic } from './openAnthropic.ts'

let fake: FakeAnthropic

beforeEach(async () => {
  fake = await startFakeAnthropic({ key: fakeKey })
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const invalid = 'invalid_request_error'

test.each([
  [400, invalid, 'messages: at least one message is required', 'badRequest'],
  [400, invalid, 'prompt is too long: 210000 tokens > 200000 maximum', 'contextTooLong'],
  [400, invalid, 'Your credit balance is too low to access the Anthropic API.', 'quotaExhausted'],
  [401, 'authentication_error', 'invalid x-api-key', 'keyRefused'],
  [402, 'billing_error', 'Payment required', 'quotaExhausted'],
  [403, 'permission_error', 'Your API key does not have permission', 'permissionDenied'],
  [404, 'not_found_error', 'model: claude-unheard-of', 'modelNotFound'],
  [404, 'not_found_error', 'The model claude-1 has been retired', 'modelRetired'],
  [404, 'not_found_error', 'Not Found', 'notFound'],
  [409, 'conflict_error', 'Someone else was faster', 'conflict'],
  [413, 'request_too_large', 'Request exceeds the maximum size', 'contextTooLong'],
  [429, 'rate_limit_error', 'This request would exceed the rate limit', 'rateLimited'],
  [500, 'api_error', 'Internal server error', 'serverError'],
  [504, 'timeout_error', 'The request timed out', 'timeout'],
  [529, 'overloaded_error', 'Overloaded', 'overloaded'],
])('%i %s "%s" is %s', async (status, type, message, code) => {
  fake.behave({ kind: 'status', status, body: errorBody(type, message) })
  const { error } = await collect(
    openAnthropic(fake.origin, { maxRetries: 0 }),
    ask('Hi', 'claude-x'),
  )
  expect(error?.code).toBe(code)
  expect(error?.details).toMatchObject({
    status,
    requestId: 'req_1',
    answer: message,
    provider: 'Fake',
    model: 'claude-x',
  })
})

test('a prompt that leaves no room for an answer is too long', async () => {
  const message = 'input length and `max_tokens` exceed context limit: 200000 + 16000 > 200000'
  fake.behave({ kind: 'status', status: 400, body: errorBody(invalid, message) })
  const { error } = await collect(openAnthropic(fake.origin))
  expect(error?.code).toBe('contextTooLong')
  expect(fake.requests).toHaveLength(1)
})

test('a wrong key is refused, and never told', async () => {
  const { error } = await collect(openAnthropic(fake.origin, { key: 'sk-ant-wrong-key-0123' }))
  expect(error?.code).toBe('keyRefused')
  const body = errorBody('authentication_error', `${fakeKey} is not a key`)
  fake.behave({ kind: 'status', status: 401, body })
  const echoed = await collect(openAnthropic(fake.origin))
  expect(JSON.stringify(echoed.error?.details)).not.toContain(fakeKey)
})

test('an address that is none, and a key in the clear, are refused at once', () => {
  expect(() => openAnthropic('nowhere')).toThrow(
    expect.objectContaining({ code: 'addressInvalid' }),
  )
  expect(() => openAnthropic('http://api.example.com')).toThrow(
    expect.objectContaining({ code: 'addressInvalid' }),
  )
})

test('a stop before and during the answer is no failure of the server', async () => {
  const early = await collect(openAnthropic(fake.origin), ask('Hi'), AbortSignal.abort())
  expect(early.error?.code).toBe('aborted')
  expect(fake.requests).toHaveLength(0)
  fake.behave({ kind: 'answer', text: 'One two', ending: 'hang' })
  const stop = new AbortController()
  const events = openAnthropic(fake.origin).reply(ask('Hi'), stop.signal)
  const readAll = async () => {
    for await (const event of events) if (event.type === 'text') stop.abort()
  }
  await expect(readAll()).rejects.toMatchObject({ code: 'aborted' })
  await fake.requests[0]?.ended
  expect(fake.requests[0]?.closedEarly).toBe(true)
})
