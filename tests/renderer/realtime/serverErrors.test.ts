import { expect, test } from 'vitest'
import { errorOf, isExpiry } from '../../../src/renderer/realtime/serverErrors.ts'
import { readServerEvent } from '../../../src/renderer/realtime/serverEvent.ts'

function eventOf(error: object) {
  const event = readServerEvent(JSON.stringify({ type: 'error', error }))
  return event ?? expect.unreachable()
}

test.each([
  [{ code: 'session_expired', message: 'Over' }, true],
  [{ code: null, message: 'Your session hit the maximum duration of 30 minutes.' }, true],
  [{ code: null, message: 'The server had an error while processing your request.' }, false],
])('%j is an end of the session’s time: %s', (error, isOver) => {
  expect(isExpiry(eventOf(error))).toBe(isOver)
})

test.each([
  [{ type: 'insufficient_quota', message: 'No more' }, 'quotaExhausted'],
  [{ code: 'rate_limit_exceeded', message: 'Slowly' }, 'rateLimited'],
  [{ message: 'The server had an error' }, 'serverError'],
])('%j is the error %s', (error, code) => {
  expect(errorOf(eventOf(error))).toMatchObject({ code, details: { answer: error.message } })
})
