import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../../../../src/main/app/migrations.ts'
import {
  insertJob,
  readJob,
  updateJob,
  type MediaJobRow,
} from '../../../../src/main/media/jobs/jobRow.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

const fixed = {
  ...{ id: randomUUID(), providerId: 'p', providerName: 'The service', modelId: 'm' },
  ...{ modelName: 'The model', resumable: true, prompt: 'A cat', seed: 7, asked: 2 },
  ...{ values: { prompt: 'A cat' }, conversationId: randomUUID(), createdAt: 1000 },
  kind: 'video',
  estimate: { amount: 0.5, currency: 'USD' },
  restOf: { pictureId: 'a', maskId: 'b' },
} as const

/** A job with a value in each column that can change. */
const filled: MediaJobRow = {
  ...{ ...fixed, parentIds: [], until: null, state: 'failed', cancelling: true },
  ...{ consents: 3, posts: 2, position: 4, progress: 0.25, submittedAt: 2000, endedAt: 3000 },
  price: { amount: 0.25, currency: 'USD' },
  sent: { seed: 7 },
  handle: { id: 'request', addresses: { status: 'https://service.example/status' } },
  requestId: 'request',
  result: [{ url: 'https://service.example/1.png', seed: 8, flagged: true }],
  error: { code: 'mediaLost', message: 'Gone' },
  fieldErrors: [{ name: 'prompt', reason: 'missing', message: 'Missing' }],
}

const empty: MediaJobRow = {
  ...{ ...fixed, parentIds: [], until: null, state: 'waiting', cancelling: false },
  ...{ consents: 1, posts: 0, position: null, progress: null, submittedAt: null, endedAt: null },
  ...{ price: null, sent: null, handle: null, requestId: null, result: null, error: null },
  fieldErrors: [],
}

test('a job is read as it was written, and each column that can change is written again', () => {
  const database = openDatabase({ path: join(temporaryFolder(), 'history.sqlite'), migrations })
  insertJob(database, empty, [])
  expect(readJob(database, fixed.id)).toEqual(empty)
  updateJob(database, filled)
  expect(readJob(database, fixed.id)).toEqual(filled)
  const other = { ...filled, id: randomUUID() }
  insertJob(database, other, [])
  updateJob(database, empty)
  expect(readJob(database, other.id)).toEqual(other)
  expect(readJob(database, fixed.id)).toEqual(empty)
  database.close()
})
