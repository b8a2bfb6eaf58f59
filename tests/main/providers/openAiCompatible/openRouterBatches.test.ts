import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findPreset } from '../../../../src/main/providers/configs/presets.ts'
import {
  requestDollars,
  startFakeOpenRouterBatches,
  type FakeOpenRouterBatches,
} from '../../../fakes/fakeOpenRouterBatches.ts'
import { model, openTestBatches, testCaller } from '../../batches/openTestBatches.ts'
import { virtualClock } from '../../batches/virtualClock.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openService } from './openService.ts'

let fake: FakeOpenRouterBatches

beforeEach(async () => {
  fake = await startFakeOpenRouterBatches()
  return async () => {
    expect(fake.violations).toEqual([])
    await fake.close()
  }
})

const offer = findPreset('openrouter')?.batches

/** Starts a table of three rows. */
async function start(maxRequests?: number) {
  if (!offer) throw new Error('OpenRouter has no batches')
  const given = { ...offer, ...(maxRequests !== undefined && { maxRequests }) }
  const provider = openService(fake.baseUrl, { batches: given })
  const opened = openTestBatches({
    ...{ folder: temporaryFolder(), provider, offer: given, price: { input: 1, output: 2 } },
    ...virtualClock(Date.now()),
  })
  onTestFinished(() => opened.crash())
  opened.begin()
  const { id } = await opened.add('text\none\ntwo\nthree\n')
  await opened.start(id, 'Say {{text}}', 'Be short', { way: 'service' })
  const rows = () => opened.database.all('SELECT * FROM batch_row ORDER BY number')
  return { ...opened, id, rows }
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

const created = () => fake.requests.filter(({ method }) => method === 'POST')

test('a table goes as one batch, and its results find their rows', async () => {
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
  expect(fake.batches[0]?.model).toBe('parley-large')
})

test('the price is what the service asks for each batch', async () => {
  expect((await run(2)).ended.dollars).toBeCloseTo(3 * requestDollars, 8)
})

test('the limits are those of its pages, and rows beyond them go in another batch', async () => {
  expect(offer).toMatchObject({ maxRequests: 5000, cancellable: false })
  expect(offer?.maxBytes).toBeLessThan(200_000_000)
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

test('a batch that was accepted but is not valid gives its rows back', async () => {
  fake.end = 'failed'
  const refused = await run()
  expect(refused.ended).toMatchObject({
    ...{ state: 'paused', counts: { waiting: 3 }, dollars: 0 },
    error: { code: 'batchRefused', details: { answer: 'Not so' } },
  })
  expect(refused.rows()[0]).toMatchObject({ posts: 0, consents: 1 })
})

test('a batch that expires keeps what is done', async () => {
  fake.end = 'expired'
  fake.line = (prompt) => (prompt.includes('two') ? 'expired' : 'answer')
  const { ended, rows } = await run()
  expect(ended.counts).toMatchObject({ done: 2, failed: 1 })
  expect(rows()[1]?.['error']).toContain('batchExpired')
})

test('results whose connection breaks are downloaded again', async () => {
  fake.breaks = 3
  expect((await run()).ended.counts.done).toBe(3)
})

test('a lost batch is known by its time and size, and not paid by what its service says', async () => {
  fake.lose = 'after'
  fake.addForeign(5)
  fake.addForeign(7)
  fake.onStep = (at, step) => {
    if (at !== 'POST /batches' || step !== 'done') return
    // Newer ones, so that it is on the second page.
    fake.addForeign(5)
    fake.addForeign(7)
  }
  const { ended } = await run()
  expect(ended.counts.done).toBe(3)
  expect(created()).toHaveLength(1)
  expect(ended.dollars).toBeCloseTo((3 * 50) / 1_000_000, 8)
})

test('a lost batch is told from those that other rows of the table are known to be in', async () => {
  fake.onStep = (at, step) => {
    if (at === 'POST /batches' && step === 'done' && created().length === 1) fake.lose = 'after'
  }
  const { ended } = await run(1)
  expect(ended.counts.done).toBe(3)
  expect(created()).toHaveLength(3)
})

test('somebody else’s batch of that size is no answer, and costs nothing', async () => {
  fake.lose = 'before'
  fake.addForeign(3)
  const lost = await run()
  expect(lost.ended).toMatchObject({ counts: { done: 0, unknown: 3 }, dollars: 0 })
  expect(created()).toHaveLength(1)
  await lost.handlers.retry({ id: lost.id, state: 'unknown' }, testCaller)
  await lost.until(lost.id, ({ counts }) => counts.done === 3)
  expect(created()).toHaveLength(2)
})

test('the draft says that a batch can not be stopped', async () => {
  const opened = await start()
  const prompts = { system: '', prompt: '{{text}}', answerShape: '' }
  const draft = await opened.add('text\none\n')
  const preview = await opened.handlers.preview({ id: draft.id, model, ...prompts }, testCaller)
  expect(preview.service).toMatchObject({ parts: 1, discount: 0, cancellable: false })
})

test('a cancelled table gets the answers that it pays for', async () => {
  fake.looks = Infinity
  const opened = await start()
  await opened.until(opened.id, ({ parts }) => parts[0]?.state === 'running')
  await opened.handlers.cancel({ id: opened.id }, testCaller)
  fake.looks = 2
  const ended = await opened.until(opened.id, ({ counts }) => counts.sent === 0)
  expect(ended).toMatchObject({ state: 'cancelled', counts: { done: 3 } })
})
