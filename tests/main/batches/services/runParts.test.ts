import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { BatchOffer } from '../../../../src/main/providers/requestBatches.ts'
import { startFakeBatches, type BatchScript, type FakeBatches } from '../../../fakes/fakeBatches.ts'
import { createVirtualTime } from '../../../fakes/virtualTime.ts'
import { openService } from '../../providers/openAiCompatible/openService.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openTestBatches, testCaller, type TestBatchesOptions } from '../openTestBatches.ts'
import { virtualClock } from '../virtualClock.ts'

let fake: FakeBatches

beforeEach(async () => {
  fake = await startFakeBatches()
  return async () => {
    expect(fake.violations).toEqual([])
    await fake.close()
  }
})

const offer: BatchOffer = {
  maxRequests: 100,
  maxBytes: 1_000_000,
  discount: 0.5,
  keptDays: 30,
}

interface Options extends Partial<TestBatchesOptions> {
  script?: BatchScript
  limits?: Partial<BatchOffer>
}

function open({ script = {}, limits, ...options }: Options = {}) {
  fake.script = script
  const folder = options.folder ?? temporaryFolder()
  const given = { ...offer, ...limits }
  const provider = openService(fake.baseUrl, { batches: given })
  const { waited, ...clock } = virtualClock()
  const opened = openTestBatches({ ...{ provider, offer: given }, ...clock, ...options, folder })
  onTestFinished(() => opened.crash())
  opened.begin()
  return { ...opened, folder, waited }
}

const csv = (rows: number): string =>
  ['text', ...Array.from({ length: rows }, (_none, at) => `row ${String(at + 1)}`)].join('\n')

/** Runs a table of some rows until it has stopped. */
async function run(rows: number, options: Options = {}) {
  const opened = open(options)
  const { id } = await opened.add(csv(rows))
  await opened.start(id, 'Say {{text}}', 'Be short', { way: 'service' })
  const ended = await opened.until(
    id,
    ({ state, counts }) => state !== 'running' && counts.sent === 0,
  )
  return { ...opened, id, ended }
}

type Run = Awaited<ReturnType<typeof run>>
const rowsOf = ({ database, id }: Pick<Run, 'database' | 'id'>) =>
  database.all('SELECT * FROM batch_row WHERE batch_id = ? ORDER BY number', id)
const posted = () =>
  fake.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/batches')
const prompts = () => fake.batches.flatMap(({ lines }) => lines.map(({ prompt }) => prompt))

test('all rows go as one batch, and shuffled and doubled results find their rows', async () => {
  const done = await run(30, { price: { input: 1, output: 2 } })
  expect(done.ended).toMatchObject({
    ...{ state: 'done', way: 'service', counts: { done: 30, sent: 0, waiting: 0 } },
    parts: [{ number: 1, state: 'completed', rows: 30, done: 30 }],
  })
  expect(posted()).toHaveLength(1)
  rowsOf(done).forEach((row, at) => {
    expect(row).toMatchObject({ answer: `You said: Say row ${String(at + 1)}`, posts: 1 })
  })
  // Half the price of 30 × (10 + 2 × 20) tokens.
  expect(done.ended.dollars).toBeCloseTo((30 * 50) / 2 / 1_000_000)
  expect([...fake.inputs.values()][0]).toMatch(/^parley-\w+-1\.jsonl$/)
})

test('a model of the Responses API gets lines and a batch for it', async () => {
  fake.script = {}
  const provider = openService(fake.baseUrl, { batches: offer, responsesModels: /large/ })
  const done = await run(2, { provider })
  expect(done.ended.counts.done).toBe(2)
  expect(fake.batches[0]?.endpoint).toBe('/v1/responses')
})

test('rows beyond the limits of a batch go in another one', async () => {
  const byNumber = await run(7, { limits: { maxRequests: 3 } })
  expect(byNumber.ended.counts.done).toBe(7)
  expect(fake.batches.map(({ lines }) => lines.length)).toEqual([3, 3, 1])
  fake.batches.length = 0

  const bySize = await run(7, { limits: { maxBytes: 700 } })
  expect(bySize.ended.counts.done).toBe(7)
  expect(fake.batches.length).toBeGreaterThan(1)
  expect(prompts()).toHaveLength(7)
})

test('a row that is larger than a batch fails alone, and counts in none', async () => {
  const opened = open({ limits: { maxBytes: 700 } })
  const { id } = await opened.add(`text\n${'long '.repeat(200)}\nshort\n`)
  await opened.start(id, 'Say {{text}}', '', { way: 'service' })
  const ended = await opened.until(id, ({ state }) => state !== 'running')
  expect(ended).toMatchObject({
    ...{ state: 'done', counts: { done: 1, failed: 1 } },
    parts: [{ state: 'completed', rows: 1, done: 1 }],
  })
  expect(rowsOf({ ...opened, id })[0]).toMatchObject({
    ...{ posts: 0, consents: 1, error: expect.stringContaining('contextTooLong') as unknown },
  })
})

test('a row that fails in a batch is sent again on demand only', async () => {
  const line: BatchScript['line'] = (prompt) => {
    if (prompt.endsWith(' 2')) return { status: 400, message: 'Not this one' }
    return prompt.endsWith(' 3') ? { status: 0, message: 'Gone' } : 'answer'
  }
  const failed = await run(4, { script: { line } })
  expect(failed.ended).toMatchObject({ state: 'done', counts: { done: 2, failed: 2 } })
  expect(rowsOf(failed)[1]?.['error']).toContain('Not this one')

  fake.script = {}
  await failed.handlers.retry({ id: failed.id, state: 'failed' }, testCaller)
  const again = await failed.until(failed.id, ({ counts }) => counts.done === 4)
  expect(again.parts.map(({ rows }) => rows)).toEqual([4, 2])
  expect(prompts().toSorted()).toEqual([1, 2, 2, 3, 3, 4].map((row) => `Say row ${String(row)}`))
})

test('the answers of a batch that expires are kept, and the other rows say so', async () => {
  const line: BatchScript['line'] = (prompt) => (/[12]$/.test(prompt) ? 'answer' : 'expired')
  const expired = await run(4, { script: { line, end: 'expired' } })
  expect(expired.ended).toMatchObject({ state: 'done', counts: { done: 2, failed: 2 } })
  expect(rowsOf(expired)[3]).toMatchObject({
    ...{ posts: 0, consents: 1, error: expect.stringContaining('batchExpired') as unknown },
  })
})

test('a batch that is refused after its creation gives its rows back and pauses the table', async () => {
  const refusal = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached' }
  const refused = await run(3, { script: { refusal } })
  expect(refused.ended).toMatchObject({
    ...{ state: 'paused', counts: { waiting: 3 } },
    error: { code: 'batchQueueFull', details: { answer: 'Enqueued token limit reached' } },
  })
  expect(rowsOf(refused)[0]).toMatchObject({ posts: 0, consents: 1 })

  fake.script = {}
  await refused.handlers.resume({ id: refused.id }, testCaller)
  const done = await refused.until(refused.id, ({ state }) => state === 'done')
  expect(done.counts.done).toBe(3)
})

test('the line that makes a service refuse a batch fails alone', async () => {
  const refusal = { code: 'invalid_request', message: 'Bad line', line: 2 }
  const refused = await run(3, { script: { refusal } })
  expect(refused.ended).toMatchObject({ state: 'paused', counts: { waiting: 2, failed: 1 } })
  expect(rowsOf(refused)[1]).toMatchObject({ state: 'failed', posts: 0 })
})

test('results that were cut off are downloaded again', async () => {
  const cut = await run(5, { script: { cuts: 2 } })
  expect(cut.ended.counts.done).toBe(5)
  expect(fake.requests.filter(({ path }) => path.endsWith('/content')).length).toBeGreaterThan(2)
})

test('results whose connection breaks are downloaded until they come', async () => {
  const broken = await run(5, { script: { breaks: 8 } })
  expect(broken.ended).toMatchObject({ state: 'done', counts: { done: 5 } })
})

test('rows whose results stay cut off have no known answer', async () => {
  const cut = await run(5, { script: { cuts: 1000 } })
  expect(cut.ended.counts).toMatchObject({ done: 4, unknown: 1 })
  expect(posted()).toHaveLength(1)
})

test('results that a busy service refuses are asked for until they come', async () => {
  const busy = await run(5, { script: { refuseContent: { status: 429, times: 8 } } })
  expect(busy.ended).toMatchObject({ counts: { done: 5 }, parts: [{ state: 'completed' }] })
})

test('results that the service does not give lose the batch, and come when the user looks again', async () => {
  const lost = await run(5, { script: { refuseContent: { status: 403, times: 5 } } })
  expect(lost.ended).toMatchObject({ counts: { unknown: 5 }, parts: [{ state: 'lost' }] })
  await lost.handlers.lookAgain({ id: lost.id }, testCaller)
  const found = await lost.until(lost.id, ({ counts }) => counts.done === 5)
  expect(found.parts).toMatchObject([{ state: 'completed' }])
  expect(posted()).toHaveLength(1)
})

test('a batch without any file has failed', async () => {
  const empty = await run(3, { script: { hasNoFiles: true } })
  expect(empty.ended.counts.failed).toBe(3)
})

test.each(['before', 'after'] as const)(
  'a creation whose answer is lost %s its work is looked for, and never repeated',
  async (lose) => {
    const lost = await run(3, { script: { lose, hidden: 3 } })
    expect(posted()).toHaveLength(1)
    if (lose === 'after') {
      expect(lost.ended.counts.done).toBe(3)
      return
    }
    expect(lost.ended).toMatchObject({ counts: { unknown: 3 }, parts: [{ state: 'lost' }] })
    expect(lost.waited()).toBeGreaterThanOrEqual(120_000)
    // It was there, only late.
    await lost.handlers.lookAgain({ id: lost.id }, testCaller)
    await lost.until(lost.id, ({ counts }) => counts.unknown === 3)
    expect(posted()).toHaveLength(1)
    await lost.handlers.retry({ id: lost.id, state: 'unknown' }, testCaller)
    const done = await lost.until(lost.id, ({ counts }) => counts.done === 3)
    expect(done.parts.map(({ state }) => state)).toEqual(['lost', 'completed'])
    expect(rowsOf(lost)[0]).toMatchObject({ posts: 2, consents: 2 })
  },
)

test('a lost batch that turns up later is followed when the user looks again', async () => {
  const lost = await run(3, { script: { lose: 'after', hidden: 13 } })
  expect(lost.ended).toMatchObject({ state: 'done', counts: { unknown: 3 } })
  await lost.handlers.lookAgain({ id: lost.id }, testCaller)
  const found = await lost.until(lost.id, ({ counts }) => counts.done === 3)
  expect(found.parts).toMatchObject([{ state: 'completed' }])
  expect(posted()).toHaveLength(1)
  expect(rowsOf(lost)[0]).toMatchObject({ posts: 1, consents: 1 })
})

test('a creation that is refused for now is repeated within its consent', async () => {
  const busy = await run(3, { script: { refuseCreation: 429 } })
  expect(busy.ended.counts.done).toBe(3)
  expect(posted()).toHaveLength(2)
  expect(fake.inputs.size).toBe(1)
  expect(rowsOf(busy)[0]).toMatchObject({ posts: 1, consents: 1 })
})

test('a refusal of the key pauses the table, and its rows wait', async () => {
  const refused = await run(3, { script: { refuseCreation: 401 } })
  // The part is deleted after its rows have been given back.
  const paused = await refused.until(refused.id, ({ parts }) => parts.length === 0)
  expect(paused).toMatchObject({
    ...{ state: 'paused', error: { code: 'keyRefused' }, counts: { waiting: 3 } },
  })
  expect(rowsOf(refused)[0]).toMatchObject({ posts: 0, consents: 1 })
  await refused.handlers.resume({ id: refused.id }, testCaller)
  await refused.until(refused.id, ({ counts }) => counts.done === 3)
  expect(posted()).toHaveLength(2)
})

test('a cancelled table is cancelled at the service, and keeps what is done', async () => {
  const opened = open({ script: { course: Array.from({ length: 1000 }, () => 'in_progress') } })
  const { id } = await opened.add(csv(3))
  await opened.start(id, 'Say {{text}}', '', { way: 'service' })
  await opened.until(id, ({ parts }) => parts[0]?.state === 'running')
  await opened.handlers.cancel({ id }, testCaller)
  const ended = await opened.until(id, ({ counts }) => counts.sent === 0)
  expect(ended).toMatchObject({ state: 'cancelled', counts: { done: 1, cancelled: 2 } })
  expect(fake.batches[0]?.isCancelled).toBe(true)
})

test('a row of a cancelled batch whose result stays cut off may have been paid for', async () => {
  const opened = open({
    script: { course: Array.from({ length: 1000 }, () => 'in_progress'), cuts: 1000 },
  })
  const { id } = await opened.add(csv(3))
  await opened.start(id, 'Say {{text}}', '', { way: 'service' })
  await opened.until(id, ({ parts }) => parts[0]?.state === 'running')
  await opened.handlers.cancel({ id }, testCaller)
  const ended = await opened.until(id, ({ counts }) => counts.sent === 0)
  expect(ended.counts).toMatchObject({ done: 1, cancelled: 1, unknown: 1 })
  expect(rowsOf({ ...opened, id })[1]).toMatchObject({ state: 'unknown', posts: 1 })
})

test('a batch whose key is gone is lost, and its table ends', async () => {
  const course = Array.from({ length: 1000 }, () => 'in_progress')
  let secretId = 'first'
  const opened = open({ script: { course }, secretId: () => secretId })
  const { id } = await opened.add(csv(3))
  await opened.start(id, 'Say {{text}}', '', { way: 'service' })
  await opened.until(id, ({ parts }) => parts[0]?.state === 'running')
  secretId = 'second'
  const ended = await opened.until(id, ({ state }) => state === 'done')
  expect(ended).toMatchObject({ counts: { unknown: 3 }, parts: [{ state: 'lost' }] })
})

test('a batch is looked at once the computer wakes', async () => {
  // No time passes: only the waking leads on.
  const { now, delay } = createVirtualTime()
  const onChanged = (): void => opened.batches.wake()
  const opened = open({ script: { course: ['in_progress'] }, now, delay, onChanged })
  const { id } = await opened.add(csv(3))
  await opened.start(id, 'Say {{text}}', '', { way: 'service' })
  const done = await opened.until(id, ({ state }) => state === 'done')
  expect(done.counts.done).toBe(3)
})

test('a batch is followed by the next start, and the looks become rare', async () => {
  const course = Array.from({ length: 60 }, () => 'in_progress')
  const first = open({ script: { course } })
  const { id } = await first.add(csv(3))
  await first.start(id, 'Say {{text}}', '', { way: 'service' })
  await first.until(id, ({ parts }) => parts[0]?.state === 'running')
  first.crash()

  const second = open({ folder: first.folder, script: { course } })
  const done = await second.until(id, ({ state }) => state === 'done')
  expect(done.counts.done).toBe(3)
  expect(posted()).toHaveLength(1)
  expect(second.waited()).toBeGreaterThan(20 * 60_000)
})
