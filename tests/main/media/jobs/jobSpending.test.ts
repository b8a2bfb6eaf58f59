import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { insertJob, updateJob, type MediaJobRow } from '../../../../src/main/media/jobs/jobRow.ts'
import { connect, type Database } from '../../../../src/main/storage/connection.ts'
import { prepare } from '../../../../src/main/storage/database.ts'
import { migrate } from '../../../../src/main/storage/migrate.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { openHistory } from '../../chat/testHistory.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

/** The version of a history with the ledger, and with nothing newer. */
const ledgerVersion = 30

const noon = new Date(2026, 10, 29, 12).getTime()
const cents = (amount: number) => ({ amount: amount / 100, currency: 'USD' })

/** Returns a job that waits, with an estimate of 50 cents. */
function jobWith(changes: Partial<MediaJobRow> = {}): MediaJobRow {
  return {
    ...{ id: randomUUID(), providerId: 'fal', providerName: 'fal', modelId: 'flux' },
    ...{ modelName: 'Flux', resumable: true, prompt: 'A cat', seed: null, asked: null },
    ...{ values: {}, conversationId: null, createdAt: noon, kind: 'image', restOf: null },
    ...{ parentIds: [], until: null, state: 'waiting', cancelling: false },
    ...{ consents: 1, posts: 0, position: null, progress: null, submittedAt: null, endedAt: null },
    ...{ price: null, estimate: cents(50), sent: null, handle: null, requestId: null },
    ...{ result: null, error: null, fieldErrors: [] },
    ...changes,
  }
}

/** Makes a file of `ledgerVersion` as it was before the ledger. */
function dropLedger(database: Database): void {
  const earlier = String(ledgerVersion - 1)
  database.exec(`DROP TABLE spend; DROP TABLE spend_rest; PRAGMA user_version = ${earlier}`)
}

const ledger = (database: Database) =>
  database.all(
    'SELECT origin, kind, day, provider_id, basis, nano_amount, currency FROM spend ORDER BY origin',
  )

test('a paid request has one row, whose amount becomes known', () => {
  const database = openHistory()
  const job = jobWith()
  insertJob(database, job, [])
  expect(ledger(database)).toEqual([])
  const sent: MediaJobRow = { ...job, state: 'running', posts: 1, submittedAt: noon }
  updateJob(database, sent)
  const row = {
    ...{ origin: `media/${job.id}/1`, kind: 'media', day: '2026-11-29', provider_id: 'fal' },
  }
  expect(ledger(database)).toEqual([
    { ...row, basis: 'unknown', nano_amount: null, currency: null },
  ])
  updateJob(database, { ...sent, state: 'done' })
  expect(ledger(database)).toEqual([
    { ...row, basis: 'estimated', nano_amount: 500_000_000, currency: 'USD' },
  ])
  updateJob(database, { ...sent, state: 'done', price: cents(3) })
  expect(ledger(database)).toEqual([
    { ...row, basis: 'known', nano_amount: 30_000_000, currency: 'USD' },
  ])
})

test('a request that was taken back has cost nothing, one that is sent again has its own row', () => {
  const database = openHistory()
  const job = jobWith({ posts: 1, submittedAt: noon, state: 'submitting' })
  insertJob(database, job, [])
  updateJob(database, { ...job, posts: 0, submittedAt: null, state: 'waiting' })
  expect(ledger(database)).toEqual([])
  const failed: MediaJobRow = { ...job, state: 'failed', price: cents(3) }
  updateJob(database, failed)
  const again: MediaJobRow = { ...failed, state: 'waiting', price: null, consents: 2 }
  updateJob(database, { ...again, submittedAt: null })
  updateJob(database, { ...again, state: 'running', posts: 2, submittedAt: noon })
  const amounts = () => ledger(database).map(({ origin, nano_amount: nanos }) => [origin, nanos])
  expect(amounts()).toEqual([
    [`media/${job.id}/1`, 30_000_000],
    [`media/${job.id}/2`, null],
  ])
  updateJob(database, { ...again, submittedAt: null })
  expect(amounts()).toEqual([[`media/${job.id}/1`, 30_000_000]])
})

test('a free service has cost nothing, whatever became of the job; others nobody knows', () => {
  const database = openHistory()
  const sent = { posts: 1, submittedAt: noon, state: 'failed' as const }
  insertJob(database, jobWith({ ...sent, estimate: cents(0) }), [])
  insertJob(database, jobWith({ ...sent, estimate: cents(50) }), [])
  insertJob(database, jobWith({ ...sent, estimate: null }), [])
  const bases = ledger(database).map(
    ({ basis, nano_amount: nanos }) => `${String(basis)} ${String(nanos)}`,
  )
  expect(bases.toSorted()).toEqual(['known 0', 'unknown null', 'unknown null'])
})

test('the migration adds earlier jobs as they would have been written', () => {
  const sent = { posts: 1, submittedAt: noon }
  const jobs = [
    jobWith(),
    jobWith({ ...sent, state: 'running' }),
    jobWith({ ...sent, state: 'done' }),
    jobWith({ ...sent, state: 'done', price: cents(3.3) }),
    jobWith({ ...sent, state: 'failed', estimate: cents(0) }),
    jobWith({ ...sent, state: 'failed', price: { amount: 2, currency: 'credits' } }),
  ]
  const folder = temporaryFolder()
  const earlier = connect(historyPath(folder))
  prepare(earlier)
  migrate(earlier, migrations.slice(0, ledgerVersion))
  for (const job of jobs) insertJob(earlier, job, [])
  // One that was sent twice, and one that waits to be sent again.
  const twice = jobWith({ ...sent, state: 'failed', estimate: null })
  insertJob(earlier, twice, [])
  updateJob(earlier, { ...twice, consents: 2, posts: 2 })
  const again = jobWith({ ...sent, state: 'failed', estimate: null })
  insertJob(earlier, again, [])
  updateJob(earlier, { ...again, state: 'waiting', consents: 2, submittedAt: null })
  const written = ledger(earlier)
  expect(written).toHaveLength(8)
  dropLedger(earlier)
  earlier.close()
  expect(ledger(openHistory(folder))).toEqual(written)
})

test('a price that can not be read is unknown, and stops no migration', () => {
  const folder = temporaryFolder()
  const earlier = connect(historyPath(folder))
  prepare(earlier)
  migrate(earlier, migrations.slice(0, ledgerVersion))
  insertJob(earlier, jobWith({ posts: 1, submittedAt: noon, state: 'done' }), [])
  dropLedger(earlier)
  earlier.exec(`UPDATE media_job SET price = '{"amount"'`)
  earlier.close()
  expect(ledger(openHistory(folder))).toMatchObject([{ basis: 'unknown', nano_amount: null }])
})
