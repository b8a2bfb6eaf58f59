import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findPreset } from '../../../../src/main/providers/configs/presets.ts'
import { startFakeMistralJobs, type FakeMistralJobs } from '../../../fakes/fakeMistralJobs.ts'
import { openTestBatches, testCaller } from '../../batches/openTestBatches.ts'
import { virtualClock } from '../../batches/virtualClock.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openService } from './openService.ts'

let fake: FakeMistralJobs

beforeEach(async () => {
  fake = await startFakeMistralJobs()
  return async () => {
    expect(fake.violations).toEqual([])
    await fake.close()
  }
})

const offer = findPreset('mistral')?.batches

/** Starts a table of three rows. */
async function start(maxRequests?: number) {
  if (!offer) throw new Error('Mistral has no batches')
  const given = { ...offer, ...(maxRequests !== undefined && { maxRequests }) }
  const provider = openService(fake.baseUrl, { batches: given })
  const { waited, ...clock } = virtualClock()
  const opened = openTestBatches({
    ...{ folder: temporaryFolder(), provider, offer: given },
    ...clock,
  })
  onTestFinished(() => opened.crash())
  opened.begin()
  const { id } = await opened.add('text\none\ntwo\nthree\n')
  await opened.start(id, 'Say {{text}}', 'Be short', { way: 'service' })
  const rows = () => opened.database.all('SELECT * FROM batch_row ORDER BY number')
  return { ...opened, id, rows, waited }
}

/** Runs a table of three rows until it has stopped. */
async function run(maxRequests?: number) {
  const opened = await start(maxRequests)
  const ended = await opened.until(
    opened.id,
    ({ state, counts }) => state !== 'running' && counts.sent === 0,
  )
  return { ...opened, ended }
}

const created = () =>
  fake.requests.filter(({ method, path }) => method === 'POST' && path === '/v1/batch/jobs')

test('a table goes as one job, and its results find their rows', async () => {
  const done = await run()
  expect(done.ended).toMatchObject({
    ...{ state: 'done', counts: { done: 3 } },
    parts: [{ state: 'completed', rows: 3, done: 3 }],
  })
  expect(done.rows().map(({ answer }) => answer)).toEqual([
    'You said: Say one',
    'You said: Say two',
    'You said: Say three',
  ])
  expect(created()).toHaveLength(1)
  expect(fake.batches[0]).toMatchObject({ model: 'parley-large', endpoint: '/v1/chat/completions' })
})

test('the limits are the smaller ones of its pages, and rows beyond them go in another job', async () => {
  expect(offer).toMatchObject({ maxRequests: 100_000, keptDays: 30 })
  expect(offer?.maxBytes).toBeLessThan(512_000_000)
  expect((await run(2)).ended.counts.done).toBe(3)
  expect(fake.batches.map(({ lines }) => lines.length)).toEqual([2, 1])
})

test('rows fail alone, with the service’s words', async () => {
  fake.line = (prompt) =>
    prompt.includes('two') ? { status: 422, message: 'Not this one' } : 'answer'
  const { ended, rows } = await run()
  expect(ended.counts).toMatchObject({ done: 2, failed: 1 })
  expect(rows()[1]?.['error']).toContain('Not this one')
})

test('a job whose answer is lost is found by its file, behind those of others', async () => {
  fake.lose = 'after'
  const reached = Promise.withResolvers<void>()
  fake.onStep = (at, step) => {
    if (at !== 'POST /batch/jobs' || step !== 'done') return
    fake.addForeign(120)
    reached.resolve()
  }
  const [{ ended }] = await Promise.all([run(), reached.promise])
  expect(ended.counts.done).toBe(3)
  expect(created()).toHaveLength(1)
})

test('a job that was never made is looked for, and sent again on demand only', async () => {
  fake.lose = 'before'
  const lost = await run()
  expect(lost.ended).toMatchObject({ counts: { unknown: 3 }, parts: [{ state: 'lost' }] })
  expect(lost.waited()).toBeGreaterThanOrEqual(120_000)
  expect(created()).toHaveLength(1)
  await lost.handlers.retry({ id: lost.id, state: 'unknown' }, testCaller)
  const done = await lost.until(lost.id, ({ counts }) => counts.done === 3)
  expect(done.counts.unknown).toBe(0)
  expect(created()).toHaveLength(2)
})

test('a refusal for now is repeated with the same file', async () => {
  fake.refuseCreation = 429
  expect((await run()).ended.counts.done).toBe(3)
  expect(created()).toHaveLength(2)
  expect(fake.batches).toHaveLength(1)
})

test('a job that runs out of time keeps what is done', async () => {
  fake.end = 'TIMEOUT_EXCEEDED'
  fake.line = (prompt) => (prompt.includes('two') ? 'expired' : 'answer')
  const { ended, rows } = await run()
  expect(ended.counts).toMatchObject({ done: 2, failed: 1 })
  expect(rows()[1]?.['error']).toContain('batchExpired')
})

test('a job that fails before it runs gives its rows back and pauses the table', async () => {
  fake.end = 'FAILED'
  fake.hasRun = false
  const refused = await run()
  expect(refused.ended).toMatchObject({
    ...{ state: 'paused', counts: { waiting: 3 } },
    error: { code: 'batchRefused', details: { answer: 'Not so' } },
  })
  expect(refused.rows()[0]).toMatchObject({ posts: 0, consents: 1 })
})

test('the rows of a job that fails while it runs may have been paid for', async () => {
  fake.end = 'FAILED'
  fake.line = (prompt) => (prompt.includes('two') ? 'expired' : 'answer')
  const { ended, rows } = await run()
  expect(ended).toMatchObject({ state: 'paused', counts: { done: 2, unknown: 1 } })
  expect(rows()[1]).toMatchObject({ state: 'unknown', posts: 1 })
})

test('a cancelled table is cancelled at the service', async () => {
  fake.looks = Infinity
  const opened = await start()
  await opened.until(opened.id, ({ parts }) => parts[0]?.state === 'running')
  await opened.handlers.cancel({ id: opened.id }, testCaller)
  const ended = await opened.until(opened.id, ({ counts }) => counts.sent === 0)
  expect(ended.state).toBe('cancelled')
  expect(fake.batches[0]?.isCancelled).toBe(true)
})
