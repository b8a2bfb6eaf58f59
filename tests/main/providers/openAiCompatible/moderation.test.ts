import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { ask, collect } from '../collect.ts'
import { skipPauses } from '../skipPauses.ts'
import { openService } from './openService.ts'
import { askWith, fileOf, toolTurns } from './turns.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  expect(fake.violations).toEqual([])
  await fake.close()
})

const service = (images = true) =>
  openService(fake.baseUrl, { moderation: { model: 'omni-moderation-latest', images } })
const paths = () => fake.requests.map(({ path }) => path)
const chat = '/v1/chat/completions'
const check = '/v1/moderations'

test('has what the user says checked, and sends it then', async () => {
  expect((await collect(service(), ask('Peace'))).text).toBe('You said: Peace')
  expect(paths()).toEqual([check, chat])
  expect(fake.requests[0]?.body).toEqual({ model: 'omni-moderation-latest', input: ['Peace'] })
})

test('sends nothing that is flagged, and names why', async () => {
  const { error } = await collect(service(), ask('Something violent'))
  expect(error).toMatchObject({ code: 'contentFiltered', details: { answer: 'violence' } })
  expect(paths()).toEqual([check])
})

test('has files of text and each picture checked', async () => {
  const parts = [
    fileOf('a.txt', 'text/plain', 'Calm'),
    fileOf('a.png', 'image/png', 'a'),
    fileOf('b.jpeg', 'image/jpeg', 'b'),
  ]
  const { error } = await collect(service(), askWith(parts))
  expect(error).toMatchObject({ code: 'contentFiltered', details: { answer: 'violence/graphic' } })
  expect(paths()).toEqual([check, check, check])
})

test('leaves pictures to a service whose check takes them', async () => {
  const parts = [fileOf('b.jpeg', 'image/jpeg', 'b'), { type: 'text' as const, text: 'Hi' }]
  expect((await collect(service(false), askWith(parts))).error).toBeUndefined()
  expect(paths()).toEqual([check, chat])
})

test('has only what is new checked: not what a tool gave back', async () => {
  await collect(service(), { modelId: 'parley-large', turns: toolTurns })
  expect(paths()).toEqual([chat])
})

test('understands a check that only names categories', async () => {
  const results = [{ categories: { sexual: false, pii: true } }]
  fake.behaveAt(check, { kind: 'status', status: 200, body: { results } })
  const { error } = await collect(service(), ask('Hi'))
  expect(error).toMatchObject({ code: 'contentFiltered', details: { answer: 'pii' } })
})

test.each([
  [{ kind: 'status', status: 403, body: { error: { message: 'Not you' } } }, 'permissionDenied'],
  [{ kind: 'status', status: 200, body: { results: [] } }, 'malformedAnswer'],
  [{ kind: 'status', status: 200, body: '<!doctype html>' }, 'notAnApi'],
] as const)('sends nothing where the check fails: %j', async (behaviour, code) => {
  fake.behaveAt(check, behaviour)
  expect((await collect(service(), ask('Hi'))).error?.code).toBe(code)
  expect(paths()).toEqual([check])
})

/** Fails this many times for each check, and then lets it pass. */
function failChecks(times: number, body: object = {}): () => number {
  skipPauses()
  let checks = 0
  fake.behaveAt(check, () => {
    checks += 1
    return checks % (times + 1) === 0
      ? { kind: 'status', status: 200, body: { results: [{ flagged: false, categories: {} }] } }
      : { kind: 'status', status: 503, body }
  })
  return () => checks
}

test('tells of each wait for a check, and has none checked again that passed', async () => {
  const checks = failChecks(2)
  const parts = [fileOf('a.png', 'image/png', 'a'), fileOf('b.png', 'image/png', 'b')]
  const { events, error, text } = await collect(service(), askWith(parts))
  expect([error, text]).toEqual([undefined, expect.stringContaining('You said')])
  const waits = events.filter((event) => event.type === 'waiting')
  expect(waits).toHaveLength(4)
  for (const wait of waits) {
    expect(wait).toMatchObject({ error: { details: { status: 503 } } })
    expect(wait.until).toBeGreaterThan(0)
  }
  expect(events.slice(0, 4)).toEqual(waits)
  expect(checks()).toBe(6)
})

test('gives up a check that fails three times, and asks for no reply', async () => {
  const checks = failChecks(10)
  const { error } = await collect(service(), ask('Hi'))
  expect(error?.details.status).toBe(503)
  expect(checks()).toBe(3)
  expect(paths()).not.toContain(chat)
})

test('a wait for a check can be left', async () => {
  fake.behaveAt(check, {
    kind: 'status',
    status: 429,
    body: {},
    headers: { 'retry-after': '50' },
  })
  const stop = new AbortController()
  const events = service().reply(ask('Hi'), stop.signal)[Symbol.asyncIterator]()
  expect((await events.next()).value).toMatchObject({ type: 'waiting' })
  const next = events.next()
  stop.abort()
  await expect(next).rejects.toMatchObject({ code: 'aborted' })
  expect(paths()).toEqual([check])
})
