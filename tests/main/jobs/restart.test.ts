import { expect, test } from 'vitest'
import { z } from 'zod'
import { anyKind } from '../../../src/main/jobs/jobKind.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { jobDefinition, jobSchema } from '../../../src/shared/jobs.ts'
import { counting, countJob, isEnded, openRunner, openTestDatabase } from './testJobs.ts'

const done = () => Promise.resolve({ total: 1 })
const never = () => new Promise<never>(() => undefined)

test('a job goes on after a restart, from what was committed', async () => {
  const database = openTestDatabase()
  const before = openRunner(database, [
    counting(async ({ commit, report }) => {
      commit({ done: 2 })
      report({ done: 3 })
      return never()
    }),
  ])
  const { id } = before.runner.start(countJob, { name: 'first' })
  before.runner.start(countJob, { name: 'second' })
  expect(before.runner.list()[0]).toMatchObject({ state: 'running' })
  before.runner.close()

  const seen: unknown[] = []
  const after = openRunner(
    database,
    [
      counting(({ progress, consents }) => {
        seen.push({ progress, consents })
        return done()
      }),
    ],
    { begin: false },
  )
  expect(after.runner.list()).toMatchObject([
    // A regular end loses no reported progress.
    { id, state: 'waiting', progress: { done: 3 } },
    { state: 'waiting' },
  ])
  after.runner.begin()
  await after.until('second', isEnded)
  expect(seen).toEqual([
    { progress: { done: 3 }, consents: 1 },
    { progress: null, consents: 1 },
  ])
})

test('a cancellation that a restart has cut short is ended by a run that only cancels', async () => {
  const database = openTestDatabase()
  const before = openRunner(database, [counting(never)])
  const { id } = before.runner.start(countJob, { name: 'first' })
  void before.runner.cancel(id)
  before.runner.close()

  const seen: unknown[] = []
  const after = openRunner(database, [
    counting(({ signal, isCancelled }) => {
      seen.push({ aborted: signal.aborted, cancelled: isCancelled() })
      throw new AppError('aborted', 'It was stopped')
    }),
  ])
  expect(await after.until('first', isEnded)).toMatchObject({ id, state: 'cancelled' })
  expect(seen).toEqual([{ aborted: true, cancelled: true }])
})

test('a pause outlasts a restart', async () => {
  const database = openTestDatabase()
  const waits = counting(() => {
    throw new AppError('overloaded', 'Too busy', { retryAfterSeconds: 0.05 })
  })
  const before = openRunner(database, [waits])
  before.runner.start(countJob, { name: 'first' })
  const paused = await before.until('first', ({ state }) => state === 'paused')
  before.runner.close()
  const after = openRunner(database, [counting(done)], { begin: false })
  expect(after.runner.list()).toMatchObject([{ state: 'paused', error: { code: 'overloaded' } }])
  expect(Math.round(paused.until ?? 0)).toBe(after.runner.list()[0]?.until)
  after.runner.begin()
  expect(await after.until('first', isEnded)).toMatchObject({ state: 'done', error: null })
})

test('what ended well is forgotten at the next start, and a failure is not', async () => {
  const database = openTestDatabase()
  const kind = counting(({ input }) => {
    if (input.name === 'bad') throw new AppError('modelNotFound', 'No such model')
    return done()
  })
  const before = openRunner(database, [kind])
  before.runner.start(countJob, { name: 'bad' })
  before.runner.start(countJob, { name: 'good' })
  await before.until('good', isEnded)
  before.runner.close()
  const after = openRunner(database, [kind])
  expect(after.runner.list()).toMatchObject([{ subject: 'bad', state: 'failed' }])
})

test('a job of no known kind, or that its kind can not read, has failed and harms nothing', async () => {
  const database = openTestDatabase()
  const other = jobDefinition('test.other', {
    input: z.object({ name: z.string() }),
    progress: z.null(),
    result: z.null(),
  })
  const kinds = [
    counting(never),
    anyKind<typeof other>({
      definition: other,
      keyOf: ({ name }) => name,
      subjectOf: ({ name }) => name,
      run: never,
    }),
  ]
  const before = openRunner(database, kinds)
  before.runner.start(countJob, { name: 'unparsable' })
  before.runner.start(other, { name: 'unknown' })
  before.runner.close()
  database.run(`UPDATE job SET input = '{"name":7}' WHERE subject = 'unparsable'`)
  database.run(
    `INSERT INTO job (id, kind, key, subject, state, input, progress, error, created_at)
     VALUES ('eb0a4b5e-4a0f-4bd7-9a3f-6d7d3b1f2a10', 'test.count', 'broken', 'broken', 'failed',
       '{', '{', 'no JSON', 3)`,
  )

  const after = openRunner(database, [counting(done)])
  const list = after.runner.list()
  expect(list.map(({ subject, state, error }) => [subject, state, error?.code])).toEqual([
    ['unparsable', 'failed', 'jobUnreadable'],
    ['unknown', 'failed', 'jobUnreadable'],
    ['broken', 'failed', 'jobUnreadable'],
  ])
  for (const job of list) expect(jobSchema.parse(job)).toEqual(job)
  const [unparsable, unknown] = list
  expect(() => after.runner.retry(unknown?.id ?? '')).toThrow(
    expect.objectContaining({ code: 'jobUnreadable' }),
  )
  // A later version that knows the kind continues it.
  expect(database.get(`SELECT state FROM job WHERE subject = 'unknown'`)).toEqual({
    state: 'running',
  })
  after.runner.dismiss(unknown?.id ?? '')
  after.runner.start(countJob, { name: 'unparsable' })
  expect(after.removed).toEqual([unknown?.id, unparsable?.id])
  expect(await after.until('unparsable', isEnded)).toMatchObject({ state: 'done' })
})

test('progress that a failed transaction had committed is taken back', async () => {
  const database = openTestDatabase()
  const seen: unknown[] = []
  const kind = counting(({ progress, commit }) => {
    seen.push(progress)
    if (seen.length === 2) return done()
    commit({ done: 1 })
    database.transaction(() => {
      commit({ done: 2 })
      throw new AppError('overloaded', 'Too busy', { retryAfterSeconds: 0.001 })
    })
    return done()
  })
  const { runner, until } = openRunner(database, [kind])
  runner.start(countJob, { name: 'first' })
  await until('first', isEnded)
  expect(seen).toEqual([null, { done: 1 }])
})
