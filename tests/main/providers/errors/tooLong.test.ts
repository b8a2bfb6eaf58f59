import { expect, test } from 'vitest'
import {
  fromErrorObject,
  fromStatus,
} from '../../../../src/main/providers/errors/providerErrors.ts'
import { readAnswer } from '../../../../src/main/providers/errors/errorAnswer.ts'
import { codeOfStatus } from '../../../../src/main/providers/errors/statusCode.ts'
// Answers as services sent them.
import answers from './tooLongAnswers.json' with { type: 'json' }

const context = {
  provider: 'Fake',
  model: 'parrot',
  address: 'http://127.0.0.1:1/v1',
  local: false,
  redact: (text: string) => text,
}

const written = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))

test.each(answers.tooLong)('$service: status $status is too long', ({ status, body }) => {
  const { code } = fromStatus(status, written(body), new Headers(), context)
  expect(code).toBe('contextTooLong')
})

test.each(answers.other)('$service: status $status is $code', ({ status, body, code }) => {
  expect(fromStatus(status, written(body), new Headers(), context).code).toBe(code)
})

const inStreams = answers.tooLong.flatMap(({ service, body }) =>
  typeof body === 'object' && 'error' in body ? [{ service, error: body.error }] : [],
)

test.each(inStreams)('$service: an error in a stream is too long', ({ error }) => {
  expect(fromErrorObject(error, new Headers(), context).code).toBe('contextTooLong')
})

// Read as a whole, each takes longer than a test may.
test.each(['input tokens ', 'max_tokens context length ', 'image exceed the model '])(
  'half a megabyte of "%s" is read soon',
  (words) => {
    const message = words.repeat(500_000 / words.length)
    expect(codeOfStatus(400, readAnswer(written({ error: { message } })))).toBeDefined()
  },
)
