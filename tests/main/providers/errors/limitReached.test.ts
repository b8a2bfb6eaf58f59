import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replyPatiently } from '../../../../src/main/providers/transport/patience.ts'
import type { ReplyEvent } from '../../../../src/main/providers/reply.ts'
import {
  fromErrorObject,
  fromStatus,
} from '../../../../src/main/providers/errors/providerErrors.ts'
import type { AppError } from '../../../../src/shared/errors.ts'
// Answers as services sent them.
import answers from './limitAnswers.json' with { type: 'json' }

const context = {
  provider: 'Fake',
  model: 'parrot',
  address: 'http://127.0.0.1:1/v1',
  local: false,
  redact: (text: string) => text,
}

/** Seven in the morning in California. */
const now = Date.UTC(2026, 10, 26, 15)
const secondsOfMidnight = 17 * 3600

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

const written = (body: unknown) =>
  JSON.stringify(body).replace(/RESET\+(\d+)/, (_, later) => String(now + Number(later)))

function failureOf({ status, body, headers }: (typeof answers)[number]): AppError {
  const given = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [
    name,
    value,
  ])
  return fromStatus(status, written(body), new Headers(given), context)
}

test.each(answers)('$service: status $status is $code', (answer) => {
  const { code, details } = failureOf(answer)
  expect(code).toBe(answer.code)
  expect(details.period).toBe(answer.period)
  if (code === 'quotaExhausted') return
  const seconds = answer.seconds === 'midnight' ? secondsOfMidnight : answer.seconds
  expect(details.retryAfterSeconds).toBe(seconds)
})

test.each(answers)('$service: status $status is sent again: $retried', async (answer) => {
  let sent = 0
  const waits: ReplyEvent[] = []
  const attempt = async function* (): AsyncGenerator<ReplyEvent> {
    sent += 1
    yield* []
    throw failureOf(answer)
  }
  const { signal } = new AbortController()
  const wait = (): Promise<void> => Promise.resolve()
  const reply = async (): Promise<void> => {
    for await (const event of replyPatiently(attempt, signal, { wait })) waits.push(event)
  }
  await expect(reply()).rejects.toMatchObject({ code: answer.code })
  expect(sent).toBe(answer.retried ? 3 : 1)
  expect(waits).toHaveLength(answer.retried ? 2 : 0)
  const until = typeof answer.seconds === 'number' ? now + answer.seconds * 1000 : undefined
  if (answer.retried && until !== undefined) expect(waits[0]).toMatchObject({ until })
})

const inStreams = answers.flatMap((answer) =>
  typeof answer.body === 'object' && 'error' in answer.body && !answer.headers
    ? [{ ...answer, error: JSON.parse(written(answer.body.error)) as unknown }]
    : [],
)

test.each(inStreams.filter(({ error }) => hasStatus(error)))(
  '$service: an error in a stream is $code',
  ({ error, code, period }) => {
    const failure = fromErrorObject(error, new Headers(), context)
    expect(failure).toMatchObject({ code })
    expect(failure.details.period).toBe(period)
  },
)

function hasStatus(error: unknown): boolean {
  return /"code":4\d\d\b/.test(JSON.stringify(error))
}
