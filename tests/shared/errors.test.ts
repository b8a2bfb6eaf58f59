import { expect, test } from 'vitest'
import { AppError, toWire } from '../../src/shared/errors.ts'
import type { ErrorDetails } from '../../src/shared/errors.ts'
import { errorSchema } from '../../src/shared/errorSchema.ts'

const details: Required<ErrorDetails> = {
  status: 429,
  requestId: 'req_1',
  retryAfterSeconds: 3,
  period: 'day',
  askedAt: 1,
  time: 2,
  provider: 'Fake',
  model: 'parley-large',
  subject: 'http://127.0.0.1',
  droppable: 2,
  replacement: 'parley-small',
  came: 2,
  asked: 3,
  answer: 'Slow down.',
  lastLine: 'No key: set MAP_KEY',
}

test('an error crosses the bridge with all of its details', () => {
  const wire = toWire(new AppError('rateLimited', 'Too fast', details))
  expect(wire.details).toEqual(details)
  expect(errorSchema.parse(wire)).toEqual(wire)
})

test('what only main decides by stays in main', () => {
  const wire = toWire(new AppError('rateLimited', 'Too fast', { ...details, shouldRetry: true }))
  expect(wire.details).toEqual(details)
})
