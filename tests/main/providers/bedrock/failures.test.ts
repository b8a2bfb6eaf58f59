import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { collect } from '../collect.ts'
import { openBedrock } from './openBedrock.ts'

let fake: FakeBedrock

beforeEach(async () => {
  fake = await startFakeBedrock()
})

afterEach(() => fake.close())

const exceptions: [status: number, type: string, message: string, code: string][] = [
  [403, 'AccessDeniedException', "You don't have access to the model.", 'permissionDenied'],
  [403, 'AccessDeniedException', 'Bearer Token has expired', 'keyRefused'],
  [403, 'UnrecognizedClientException', 'The security token is invalid.', 'keyRefused'],
  [403, 'ExpiredTokenException', 'The security token is expired', 'keyRefused'],
  [403, 'InvalidSignatureException', 'The signature does not match.', 'keyRefused'],
  [403, 'SignatureDoesNotMatch', 'The signature does not match.', 'keyRefused'],
  [403, 'RequestTimeTooSkewed', 'The difference is too large.', 'clockWrong'],
  [429, 'ThrottlingException', 'Too many requests, please wait.', 'rateLimited'],
  [429, 'ThrottlingException', 'Too many tokens, please wait.', 'rateLimited'],
  [429, 'TooManyRequestsException', 'Slow down.', 'rateLimited'],
  [400, 'ValidationException', 'Input is too long for requested model.', 'contextTooLong'],
  [400, 'ValidationException', 'prompt is too long: 210000 tokens > 200000', 'contextTooLong'],
  [
    400,
    'ValidationException',
    'Invocation of model ID anthropic.x with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
    'modelNotFound',
  ],
  [400, 'ValidationException', 'The provided model identifier is invalid.', 'modelNotFound'],
  [400, 'ValidationException', 'temperature must be at most 1', 'badRequest'],
  [404, 'ResourceNotFoundException', 'Could not find the model.', 'modelNotFound'],
  [
    404,
    'ResourceNotFoundException',
    'This model version has reached the end of its life.',
    'modelRetired',
  ],
  [400, 'ServiceQuotaExceededException', 'Your quota is used up.', 'quotaExhausted'],
  [503, 'ServiceUnavailableException', 'Try again later.', 'overloaded'],
  [500, 'InternalServerException', 'Something broke.', 'serverError'],
  [424, 'ModelErrorException', 'The model failed.', 'serverError'],
  [429, 'ModelNotReadyException', 'The model is loading.', 'modelLoading'],
  [408, 'ModelTimeoutException', 'The model took too long.', 'timeout'],
  [424, 'ModelStreamErrorException', 'The stream failed.', 'streamBroken'],
  [409, 'ConflictException', 'The operation conflicts.', 'conflict'],
  [400, 'ValidationException', '`temperature` was refused by this model', 'badRequest'],
  [400, 'constructor', 'A name of no exception.', 'badRequest'],
  [418, 'TeapotException', 'I am a teapot.', 'badRequest'],
]

test.each(exceptions)('%i %s "%s" is %s', async (status, type, message, code) => {
  fake.behave({ kind: 'exception', status, type, message })
  const { error } = await collect(openBedrock(fake.origin))
  expect(error).toMatchObject({
    code,
    details: {
      status,
      requestId: '5f3b6a5e-fake-4b1c-9a54-000000000001',
      provider: 'Fake Bedrock',
      model: 'parley-large',
      answer: message,
    },
  })
})

test('an exception is told by the field of its body as well', async () => {
  const body = { __type: 'com.amazon.bedrock#AccessDeniedException', Message: 'No.' }
  fake.behave({ kind: 'json', status: 403, body })
  const { error } = await collect(openBedrock(fake.origin))
  expect(error).toMatchObject({ code: 'permissionDenied', details: { answer: 'No.' } })
})

test('a key never gets into what is told', async () => {
  const message = `The key ${fake.key.secretAccessKey} is wrong`
  fake.behave({ kind: 'exception', status: 400, type: 'ValidationException', message })
  const { error } = await collect(openBedrock(fake.origin))
  expect(error?.details.answer).toBe('The key ••• is wrong')
})

test('a page is no answer of AWS', async () => {
  fake.behave({ kind: 'page', status: 404, body: '<!doctype html><title>Lost</title>' })
  const { error } = await collect(openBedrock(fake.origin))
  expect(error).toMatchObject({ code: 'notAnApi', details: { status: 404, answer: 'Lost' } })
})

describe('a clock that is an hour off', () => {
  const hour = 3_600_000

  test.each([hour, -hour])('is corrected by %i ms with the second try', async (milliseconds) => {
    fake.setClock(milliseconds)
    const provider = openBedrock(fake.origin, { maxRetries: 2 })
    expect(await collect(provider)).toMatchObject({ text: 'Hello.', error: undefined })
    expect(fake.requests).toHaveLength(2)
    await collect(provider)
    expect(fake.requests).toHaveLength(3)
  })

  test('is told of where nothing helps', async () => {
    fake.behave({
      kind: 'exception',
      status: 403,
      type: 'InvalidSignatureException',
      message: 'Signature expired: 20261121T000000Z is now earlier than 20261121T010000Z',
    })
    const { error } = await collect(openBedrock(fake.origin))
    expect(error?.code).toBe('clockWrong')
  })
})
