import { expect, test } from 'vitest'
import { isRefusal, readFalFailure } from '../../../../src/main/media/fal/falErrors.ts'

const read = (body: unknown) => readFalFailure(body, { provider: 'fal', status: 422 })
const entry = { loc: ['body', 'prompt'], msg: 'Too long', type: 'value_error' }
const field = { name: 'prompt', reason: 'service', message: 'Too long' }

test.each([
  ['a list', { detail: [entry] }, 'Too long', [field]],
  ['one entry', { detail: entry }, 'Too long', [field]],
  ['a text', { detail: 'Too long' }, 'Too long', []],
  ['a list of texts', { detail: ['Too long'] }, 'Too long', [{ ...field, name: '' }]],
  ['an odd entry among good ones', { detail: [entry, 7, null] }, 'Too long', [field, {}, {}]],
  ['no place', { detail: [{ msg: 'Too long' }] }, 'Too long', [{ ...field, name: '' }]],
  [
    'a nested place',
    { detail: [{ ...entry, loc: ['body', 'image_urls', 0, 'url'] }] },
    'Too long',
    [{ ...field, name: 'image_urls' }],
  ],
  ['an error in words', { detail: null, error: 'Too long' }, 'Too long', []],
  ['an error as an object', { error: { message: 'Too long' } }, 'Too long', []],
])('a refusal as %s is read', (_shape, body, answer, fields) => {
  const failure = read(body)
  expect(failure?.error).toMatchObject({ code: 'unprocessable', details: { answer, status: 422 } })
  expect(failure?.fieldErrors).toMatchObject(fields)
})

test.each([
  [
    { msg: 'Input should be less than or equal to 4', type: 'less_than_equal', ctx: { le: 4 } },
    'Input should be less than or equal to 4',
  ],
  [
    {
      msg: 'The image is too large',
      type: 'image_too_large',
      ctx: { max_width: 512, max_height: 9 },
    },
    'The image is too large (max width: 512; max height: 9)',
  ],
  [
    {
      msg: 'Unsupported format',
      type: 'unsupported_format',
      ctx: { supported_formats: ['.mp4', '.mov'] },
    },
    'Unsupported format (supported formats: .mp4, .mov)',
  ],
  [{ msg: 'Not so', type: 'value_error', ctx: { error: {} } }, 'Not so'],
  [{ msg: 'Not so', type: 'value_error', ctx: 'odd' }, 'Not so'],
])('the limit of a field is part of what is shown at it: %j', (detail, message) => {
  const failure = read({ detail: [{ loc: ['body', 'num_images'], ...detail }] })
  expect(failure?.error).toMatchObject({ code: 'unprocessable', details: { answer: message } })
  expect(failure?.fieldErrors).toEqual([{ name: 'num_images', reason: 'service', message }])
})

test.each([
  ['content_policy_violation', 'contentFiltered'],
  ['generation_timeout', 'timeout'],
  ['downstream_service_error', 'serverError'],
  ['concurrent_requests_limit', 'rateLimited'],
  ['sample_rate_unsupported', 'unprocessable'],
  ['a_type_of_tomorrow', 'unprocessable'],
])('the type %s is the error %s', (type, code) => {
  expect(read({ detail: [{ ...entry, type }] })?.error.code).toBe(code)
  expect(read({ detail: 'It stopped', error_type: type })?.error.code).toBe(code)
})

test.each([[{}], [{ detail: [] }], [{ detail: '' }], [[]], ['text'], [null]])(
  '%j tells of no failure',
  (body) => {
    expect(read(body)).toBeUndefined()
  },
)

const answered = (json: unknown, headers: Record<string, string> = {}) => ({
  ...{ status: 503, headers: new Headers(headers), text: JSON.stringify(json), json },
})

test.each([
  ['a text', answered({ detail: 'Service temporarily unavailable' })],
  ['a list', answered({ detail: [{ msg: 'Unavailable', type: 'service_unavailable' }] })],
  ['a type', answered({ error_type: 'runner_scheduling_failure' })],
  ['a null type', answered({ detail: 'Unavailable', error_type: null })],
  ['a runner that took nothing', answered({ detail: '', error_type: 'runner_connection_refused' })],
  ['a header alone', answered(undefined, { 'x-fal-error-type': 'runner_scheduling_failure' })],
])('a 503 of fal by %s is a refusal', (_by, answer) => {
  expect(isRefusal(answer)).toBe(true)
})

test.each([
  ['a page', { ...answered(undefined), text: '<h1>503</h1>' }],
  ['nothing', { ...answered(undefined), text: '' }],
  ['the words of a gateway', answered({ message: 'no healthy upstream' })],
  ['an error of another kind', answered({ error: { message: 'Unavailable' } })],
  [
    'a problem of Cloudflare',
    answered({ title: 'Error 503', status: 503, detail: 'Origin down', cloudflare_error: true }),
  ],
  ['no words', answered({ detail: '' })],
  ['an empty object', answered({})],
  ['a text', answered('Unavailable')],
  ['a job', answered({ request_id: 'one', status: 'IN_QUEUE', detail: 'Slow' })],
  ['a runner that had begun', answered({ detail: 'Gone', error_type: 'runner_disconnected' })],
  ['a time that is over', answered({ detail: 'Slow', error_type: 'request_timeout' })],
  [
    'a header that contradicts',
    answered({ detail: 'Unavailable' }, { 'x-fal-error-type': 'runner_disconnected' }),
  ],
])('a 503 with %s proves nothing', (_with, answer) => {
  expect(isRefusal(answer)).toBe(false)
})
