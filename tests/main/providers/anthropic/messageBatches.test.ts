import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { BatchOffer } from '../../../../src/main/providers/requestBatches.ts'
import {
  startFakeMessageBatches,
  type FakeMessageBatches,
} from '../../../fakes/fakeMessageBatches.ts'
import { openTestBatches, testCaller } from '../../batches/openTestBatches.ts'
import { virtualClock } from '../../batches/virtualClock.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { openAnthropic } from './openAnthropic.ts'

let fake: FakeMessageBatches

beforeEach(async () => {
  fake = await startFakeMessageBatches()
  return async () => {
    expect(fake.violations).toEqual([])
    await fake.close()
  }
})

const offer: BatchOffer = {
  ...{ maxRequests: 100, maxBytes: 1_000_000, discount: 0.5, keptDays: 29 },
}

/** Runs a table of three rows until it has stopped. */
async function run() {
  const provider = openAnthropic(fake.origin, { batches: offer })
  const opened = openTestBatches({
    ...{ folder: temporaryFolder(), provider, offer },
    ...virtualClock(Date.now()),
  })
  onTestFinished(() => opened.crash())
  opened.begin()
  const { id } = await opened.add('text\none\ntwo\nthree\n')
  await opened.start(id, 'Say {{text}}', 'Be short', { way: 'service' })
  const ended = await opened.until(
    id,
    ({ state, counts }) => state !== 'running' && counts.sent === 0,
  )
  const rows = () => opened.database.all('SELECT * FROM batch_row ORDER BY number')
  return { ...opened, id, ended, rows }
}

test('a table goes as one batch, and its results find their rows', async () => {
  const done = await run()
  expect(done.ended).toMatchObject({ state: 'done', counts: { done: 3 }, parts: [{ done: 3 }] })
  expect(done.rows().map(({ answer }) => answer)).toEqual([
    'You said: Say one',
    'You said: Say two',
    'You said: Say three',
  ])
  expect(fake.batches).toHaveLength(1)
  expect(fake.batches[0]?.requests[0]?.params).not.toHaveProperty('stream')
})

test('rows fail alone, with the service’s words', async () => {
  fake.result = (prompt) => {
    if (prompt.includes('one')) return 'errored'
    return prompt.includes('two') ? 'expired' : 'succeeded'
  }
  const { ended, rows } = await run()
  expect(ended.counts).toMatchObject({ done: 1, failed: 2 })
  expect(rows()[0]?.['error']).toContain('Not so')
  expect(rows()[1]?.['error']).toContain('batchExpired')
})

test('a lost batch is known by its time and size', async () => {
  fake.lose = 'after'
  const { ended } = await run()
  expect(ended.counts.done).toBe(3)
  expect(fake.batches).toHaveLength(1)
})

test('somebody else’s batch of that size is no answer', async () => {
  fake.lose = 'before'
  fake.addForeign(3)
  const lost = await run()
  expect(lost.ended.counts).toMatchObject({ done: 0, unknown: 3 })
  // Its owner still wants it.
  expect(fake.batches.map(({ isCancelled }) => isCancelled)).toEqual([false])
})

test('of two batches of that time and size none is taken', async () => {
  fake.lose = 'after'
  fake.addForeign(3)
  const lost = await run()
  expect(lost.ended).toMatchObject({ counts: { unknown: 3 }, parts: [{ state: 'lost' }] })
  await lost.handlers.retry({ id: lost.id, state: 'unknown' }, testCaller)
  expect((await lost.until(lost.id, ({ counts }) => counts.done === 3)).counts.unknown).toBe(0)
})
