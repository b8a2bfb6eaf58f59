import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { ask, collect } from '../collect.ts'
import { openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi()
})

afterEach(() => fake.close())

async function lastRequest() {
  for (;;) {
    const request = fake.requests.at(-1)
    if (request) return request
    await wait(5)
  }
}

test('abort before the headers ends the request', async () => {
  fake.behave({ kind: 'hang' })
  const stop = new AbortController()
  const reply = collect(openService(fake.baseUrl), ask('Hi'), stop.signal)
  const request = await lastRequest()
  stop.abort()
  expect((await reply).error?.code).toBe('aborted')
  await request.ended
  expect(request.closedEarly).toBe(true)
  expect(fake.requests).toHaveLength(1)
})

test('abort in the middle keeps what arrived and closes the connection', async () => {
  fake.behave({ kind: 'answer', text: 'One two three', ending: 'hang' })
  const stop = new AbortController()
  let text = ''
  const read = async () => {
    for await (const event of openService(fake.baseUrl).reply(ask('Hi'), stop.signal)) {
      if (event.type === 'text') text += event.text
      if (text === 'One two three') stop.abort()
    }
  }
  await expect(read()).rejects.toMatchObject({ code: 'aborted' })
  const request = await lastRequest()
  await request.ended
  expect(request.closedEarly).toBe(true)
})

test('an already aborted signal sends nothing', async () => {
  const reply = await collect(openService(fake.baseUrl), ask('Hi'), AbortSignal.abort())
  expect(reply.error?.code).toBe('aborted')
  expect(fake.requests).toEqual([])
})

test('abort while it waits for a new try ends the waiting', async () => {
  fake.behave({ kind: 'status', status: 429, body: {}, headers: { 'retry-after': '50' } })
  const stop = new AbortController()
  const reply = collect(openService(fake.baseUrl), ask('Hi'), stop.signal)
  await (
    await lastRequest()
  ).ended
  stop.abort()
  expect((await reply).error?.code).toBe('aborted')
})

test('a reader that stops early closes the connection', async () => {
  fake.behave({ kind: 'answer', text: 'word '.repeat(100_000) })
  for await (const event of openService(fake.baseUrl).reply(
    ask('Hi'),
    new AbortController().signal,
  )) {
    if (event.type === 'text') break
  }
  const request = await lastRequest()
  await request.ended
  expect(request.closedEarly).toBe(true)
})

test('a reader that stops at the id of the request closes the connection', async () => {
  fake.behave({ kind: 'answer', text: 'word '.repeat(100_000) })
  for await (const event of openService(fake.baseUrl).reply(
    ask('Hi'),
    new AbortController().signal,
  )) {
    expect(event.type).toBe('request')
    break
  }
  const request = await lastRequest()
  await request.ended
  expect(request.closedEarly).toBe(true)
})

test('an endless page is not waited for', async () => {
  fake.behave({ kind: 'bytes', pieces: junk(1000, '<p>Welcome</p>') })
  expect((await collect(openService(fake.baseUrl))).error?.code).toBe('notAnApi')
  const request = await lastRequest()
  await request.ended
  expect(request.closedEarly).toBe(true)
})

test('a reader that does not pull holds up the server', async () => {
  const piece = new TextEncoder().encode(
    `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(10_000) } }] })}\n\n`,
  )
  let sent = 0
  async function* endless() {
    for (; sent < 100_000; sent += 1) {
      yield piece
      if (sent % 50 === 0) await wait(0)
    }
  }
  fake.behave({ kind: 'bytes', pieces: endless() })
  const stop = new AbortController()
  const reply = openService(fake.baseUrl).reply(ask('Hi'), stop.signal)[Symbol.asyncIterator]()
  await reply.next()
  let before = -1
  while (before !== sent) {
    before = sent
    await wait(100)
  }
  // The amount in the kernel's buffers, and not the gigabyte on offer.
  expect(sent).toBeLessThan(5000)
  stop.abort()
  const drain = async () => {
    while (!(await reply.next()).done);
  }
  await expect(drain()).rejects.toMatchObject({ code: 'aborted' })
})

test('silence before the headers is a timeout', async () => {
  fake.behave({ kind: 'hang' })
  const service = openService(fake.baseUrl, { timeoutMilliseconds: 50, maxRetries: 0 })
  expect((await collect(service)).error?.code).toBe('timeout')
})

test('silence in the middle is a timeout, and the connection is closed', async () => {
  fake.behave({ kind: 'answer', text: 'One two', ending: 'hang' })
  const reply = await collect(openService(fake.baseUrl, { idleMilliseconds: 50 }))
  expect(reply.text).toBe('One two')
  expect(reply.error?.code).toBe('timeout')
  const request = await lastRequest()
  await request.ended
  expect(request.closedEarly).toBe(true)
})

async function* junk(megabytes: number, fill: string) {
  const piece = new TextEncoder().encode(fill.repeat(Math.ceil(1_048_576 / fill.length)))
  for (let sent = 0; sent < megabytes; sent += 1) {
    yield piece
    await wait(0)
  }
}

test.each([
  ['one endless line', 'a'],
  ['an endless event', 'data: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'],
  ['endless lines without an event', 'not an event, just a long line of text\n'],
  ['an endless JSON answer', '{"choices": ['],
])('%s is given up after some megabytes', async (_name, fill) => {
  fake.behave({ kind: 'bytes', pieces: junk(200, fill) })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.error?.code).toBe('malformedAnswer')
  const request = await lastRequest()
  await request.ended
  expect(request.closedEarly).toBe(true)
})

test('endless junk after the answer does not hold it up', async () => {
  const end = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n'
  async function* pieces() {
    yield new TextEncoder().encode(`${end}data: [DONE]\n\n`)
    yield* junk(200, ': still here\n')
  }
  fake.behave({ kind: 'bytes', pieces: pieces() })
  const reply = await collect(openService(fake.baseUrl))
  expect(reply.text).toBe('Hi')
  expect(reply.events.at(-1)?.type).toBe('finish')
})

test('a huge list of models and a huge error are given up as well', async () => {
  const huge = await startFakeOpenAi({
    models: Array.from({ length: 200_000 }, (_, index) => ({
      id: `model-${String(index)}`,
      description: 'x'.repeat(100),
    })),
  })
  await expect(
    openService(huge.baseUrl).models(new AbortController().signal),
  ).rejects.toMatchObject({ code: 'malformedAnswer' })
  huge.behave({ kind: 'status', status: 400, body: 'x'.repeat(50_000_000) })
  const reply = await collect(openService(huge.baseUrl))
  expect(reply.error?.code).toBe('notAnApi')
  expect(reply.error?.details.answer?.length).toBeLessThanOrEqual(2000)
  await huge.close()
})
