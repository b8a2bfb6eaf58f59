import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startFakeOpenAi, type ChatRequest, type FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { Behaviour } from '../../../fakes/behaviour.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import {
  isEnded,
  openTestBatches,
  testCaller,
  type TestBatchesOptions,
} from '../openTestBatches.ts'

let server: FakeOpenAi

beforeEach(async () => {
  server = await startFakeOpenAi()
  return () => server.close()
})

function open(options: Partial<TestBatchesOptions> = {}) {
  const folder = options.folder ?? temporaryFolder()
  const provider = openService(server.baseUrl)
  const opened = openTestBatches({ provider, ...options, folder })
  onTestFinished(() => opened.crash())
  opened.begin()
  return { ...opened, folder }
}

const csv = (rows: number): string =>
  ['text', ...Array.from({ length: rows }, (_none, at) => `row ${String(at + 1)}`)].join('\n')

/** Runs a table of some rows to its end. */
async function run(rows: number, options: Partial<TestBatchesOptions> = {}) {
  const opened = open(options)
  const { id } = await opened.add(csv(rows))
  await opened.start(id, 'Say {{text}}', 'Be short')
  const ended = await opened.until(id, isEnded)
  return { ...opened, id, ended }
}

function behave(react: (text: string, request: ChatRequest) => Behaviour): void {
  server.behave((request) => react(request.messages.at(-1)?.content ?? '', request))
}

const answer = (text: string): Behaviour => ({ kind: 'answer', text })
const refuse = (status: number, headers: Record<string, string> = {}): Behaviour => ({
  kind: 'status',
  status,
  body: { error: { message: 'Not so' } },
  headers,
})
const sent = () => server.requests.map(({ body }) => (body as ChatRequest).messages)

/** The rows of a table by their numbers. */
function rowsOf({ database, id }: { database: TestDatabase; id: string }) {
  return database.all('SELECT * FROM batch_row WHERE batch_id = ? ORDER BY number', id)
}
type TestDatabase = ReturnType<typeof openTestBatches>['database']

test('every row is sent once, with its values, and its answer is kept', async () => {
  const price = { input: 1, output: 2 }
  const done = await run(30, { price })
  expect(done.ended).toMatchObject({ state: 'done', counts: { done: 30, waiting: 0, sent: 0 } })
  expect(
    sent()
      .map((messages) => messages.at(-1)?.content)
      .map(String)
      .toSorted(),
  ).toEqual(Array.from({ length: 30 }, (_none, at) => `Say row ${String(at + 1)}`).toSorted())
  expect(sent()[0]?.[0]).toMatchObject({ role: 'system', content: 'Be short' })
  expect(rowsOf(done)[4]).toMatchObject({ answer: 'You said: Say row 5', posts: 1, consents: 1 })
  const { inputTokens, outputTokens, dollars } = done.ended
  expect(dollars).toBeCloseTo((inputTokens + 2 * outputTokens) / 1_000_000)
})

test('a row that the service refuses has failed, keeps its consent, and is sent again on demand', async () => {
  behave((text) => (text.endsWith(' 3') ? refuse(400) : answer(text)))
  const failed = await run(5)
  expect(failed.ended).toMatchObject({ state: 'done', counts: { done: 4, failed: 1 } })
  expect(rowsOf(failed)[2]).toMatchObject({ state: 'failed', posts: 0, consents: 1 })
  expect(server.requests).toHaveLength(5)

  behave(answer)
  await failed.handlers.retry({ id: failed.id, state: 'failed' }, testCaller)
  const ended = await failed.until(failed.id, ({ counts }) => counts.done === 5)
  expect(ended.counts.failed).toBe(0)
  expect(server.requests).toHaveLength(6)
})

test.each([500, 501, 529])(
  'a row whose service fails with %i is not sent again',
  async (status) => {
    behave((text) => (text.endsWith(' 2') ? refuse(status) : answer(text)))
    const failed = await run(3)
    expect(failed.ended.counts).toMatchObject({ done: 2, failed: 1 })
    expect(rowsOf(failed)[1]).toMatchObject({ posts: 1, consents: 1 })
    expect(server.requests).toHaveLength(3)
  },
)

test('after a connection that is cut nobody knows, and only a consent of its own sends it again', async () => {
  const cut: Behaviour = { kind: 'answer', text: 'The beginning', ending: 'reset' }
  behave((text) => (text.endsWith(' 2') ? cut : answer(text)))
  const broken = await run(3)
  expect(broken.ended.counts).toMatchObject({ done: 2, unknown: 1 })
  expect(rowsOf(broken)[1]).toMatchObject({ answer: 'The beginning', posts: 1, consents: 1 })
  expect(server.requests).toHaveLength(3)
  await broken.handlers.retry({ id: broken.id, state: 'failed' }, testCaller)
  await broken.until(broken.id, isEnded)
  expect(server.requests).toHaveLength(3)

  behave(answer)
  await broken.handlers.retry({ id: broken.id, state: 'unknown' }, testCaller)
  await broken.until(broken.id, ({ counts }) => counts.done === 3)
  expect(rowsOf(broken)[1]).toMatchObject({ posts: 2, consents: 2, error: null })
})

test.each([502, 504])('after a %i of a gateway nobody knows', async (status) => {
  behave((text) => (text.endsWith(' 2') ? refuse(status) : answer(text)))
  const lost = await run(3)
  expect(lost.ended.counts).toMatchObject({ done: 2, unknown: 1 })
  expect(server.requests).toHaveLength(3)
})

test('a 429 pauses the whole table for as long as the service asks', async () => {
  let now = 1_000_000
  let refusals = 0
  const pauses: number[] = []
  behave((text) => {
    if (!text.endsWith(' 1') || refusals > 0) return answer(text)
    refusals += 1
    return refuse(429, { 'retry-after': '90' })
  })
  const delay = (milliseconds: number) => {
    pauses.push(milliseconds)
    now += milliseconds
    return new Promise<void>((resolve) => setImmediate(resolve))
  }
  const paused = await run(6, { now: () => now, delay })
  expect(paused.ended.counts).toMatchObject({ done: 6 })
  expect(pauses).toEqual([90_000])
  expect(server.requests).toHaveLength(7)
  expect(rowsOf(paused)[0]).toMatchObject({ posts: 1, consents: 1 })
})

test.each([
  [401, 'keyRefused'],
  [402, 'quotaExhausted'],
  [404, 'modelNotFound'],
])('a %i, which every row would get, pauses the table and costs no row', async (status, code) => {
  const message = 'The model `parley-large` does not exist'
  server.behave({
    kind: 'status',
    status,
    body: { error: { message, code: status === 404 ? 'model_not_found' : 'refused' } },
  })
  const paused = await run(20)
  expect(paused.ended).toMatchObject({ state: 'paused', error: { code }, counts: { waiting: 20 } })
  expect(server.requests.length).toBeLessThanOrEqual(4)

  server.reset()
  await paused.handlers.resume({ id: paused.id }, testCaller)
  await paused.until(paused.id, ({ state }) => state === 'done')
  expect(server.requests).toHaveLength(20)
})

test('ten failures in a row pause the table', async () => {
  server.behave({ kind: 'status', status: 500, body: { error: { message: 'It broke' } } })
  const paused = await run(40)
  expect(paused.ended).toMatchObject({ state: 'paused', error: { code: 'serverError' } })
  // Those under way when the tenth comes are answered, too.
  expect(server.requests.length).toBeLessThanOrEqual(13)
})

test('an answer that was cut off says so, and one without text is no empty cell', async () => {
  behave((text) => {
    if (text.endsWith(' 1')) return { kind: 'answer', text: 'Once upon', finishReason: 'length' }
    if (text.endsWith(' 2')) return { kind: 'answer', text: '' }
    return { kind: 'answer', text: 'I', finishReason: 'content_filter' }
  })
  const ended = await run(3)
  expect(rowsOf(ended)).toMatchObject([
    { state: 'done', answer: 'Once upon', notice: 'length', error: null },
    { state: 'failed', error: expect.stringContaining('answerEmpty') as unknown },
    { state: 'failed', error: expect.stringContaining('contentFiltered') as unknown },
  ])
})

test('a paused table sends nothing more, and goes on where it was', async () => {
  const held = Promise.withResolvers<void>()
  behave((text) => ({ kind: 'answer', text, held: [{ until: held.promise }] }))
  const opened = open()
  const { id } = await opened.add(csv(10))
  await opened.start(id, '{{text}}')
  await opened.until(id, ({ counts }) => counts.sent === 4)
  await opened.handlers.pause({ id }, testCaller)
  held.resolve()
  expect((await opened.until(id, isEnded)).counts).toMatchObject({ done: 4, waiting: 6 })
  expect(server.requests).toHaveLength(4)
  await opened.handlers.resume({ id }, testCaller)
  await opened.until(id, ({ state }) => state === 'done')
  expect(server.requests).toHaveLength(10)
})

test('what waits is given up when the table is cancelled', async () => {
  const held = Promise.withResolvers<void>()
  behave((text) => ({ kind: 'answer', text, held: [{ until: held.promise }] }))
  const opened = open()
  const { id } = await opened.add(csv(10))
  await opened.start(id, '{{text}}')
  await opened.until(id, ({ counts }) => counts.sent === 4)
  await opened.handlers.cancel({ id }, testCaller)
  held.resolve()
  const ended = await opened.until(id, isEnded)
  expect(ended).toMatchObject({ state: 'cancelled', counts: { done: 4, cancelled: 6 } })
  expect(server.requests).toHaveLength(4)
})

test('a table that was running goes on at the next start, and a paused one does not', async () => {
  server.behave({ kind: 'hang' })
  const first = open()
  const ids: string[] = []
  for (const text of [csv(6), csv(6)]) {
    const { id } = await first.add(text)
    await first.start(id, '{{text}}')
    await first.until(id, ({ counts }) => counts.sent === 4)
    ids.push(id)
  }
  const [running = '', paused = ''] = ids
  await first.handlers.pause({ id: paused }, testCaller)
  first.crash()
  server.reset()

  const second = open({ folder: first.folder })
  const ended = await second.until(running, ({ state }) => state === 'done')
  expect(ended.counts).toMatchObject({ done: 2, unknown: 4 })
  expect(second.read(paused)).toMatchObject({
    state: 'paused',
    counts: { waiting: 2, unknown: 4 },
  })
  expect(server.requests).toHaveLength(2)
})
