import { expect, test } from 'vitest'
import { AppError, toWire } from '../../../src/shared/errors.ts'
import { maxActiveJobs, maxEndedJobs, jobSchema } from '../../../src/shared/jobs.ts'
import {
  aborted,
  counting,
  countJob,
  isEnded,
  openRunner,
  openTestDatabase,
  type CountRun,
} from './testJobs.ts'

const done = () => Promise.resolve({ total: 1 })
const untilCancelled = async ({ signal }: CountRun) => {
  await aborted(signal)
  throw new AppError('aborted', 'It was stopped')
}

/** Returns a promise that the test settles. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

test('a job waits, runs, tells how far it is, and is done with its result', async () => {
  const middle = gate()
  const kind = counting(async ({ input, report }) => {
    report({ done: 1 })
    await middle.opened
    report({ done: 2 })
    return { total: input.name.length }
  })
  const { runner, told, until } = openRunner(openTestDatabase(), [kind])
  const { id } = runner.start(countJob, { name: 'first' })
  const halfway = await until('first', ({ progress }) => progress !== null)
  expect(halfway).toMatchObject({ id, state: 'running', progress: { done: 1 } })
  middle.open()
  const ended = await until('first', isEnded)
  expect(ended).toMatchObject({ id, state: 'done', result: { total: 5 }, error: null })
  expect([...new Set(told.map(({ state }) => state))]).toEqual(['waiting', 'running', 'done'])
  for (const job of told) expect(jobSchema.parse(job)).toEqual(job)
})

test('nothing runs before the runner has begun', async () => {
  const database = openTestDatabase()
  let runs = 0
  const kind = counting(() => {
    runs += 1
    return done()
  })
  const { runner, until } = openRunner(database, [kind], { begin: false })
  runner.start(countJob, { name: 'first' })
  await new Promise(setImmediate)
  expect(runs).toBe(0)
  expect(runner.list()).toMatchObject([{ state: 'waiting' }])
  runner.begin()
  await until('first', isEnded)
  expect(runs).toBe(1)
})

test('two requests for the same work are one job, until it has ended', async () => {
  const { runner, until, removed } = openRunner(openTestDatabase(), [counting(done)], {
    begin: false,
  })
  const first = runner.start(countJob, { name: 'same' })
  expect(runner.start(countJob, { name: 'same' }).id).toBe(first.id)
  expect(runner.start(countJob, { name: 'other' }).id).not.toBe(first.id)
  expect(runner.list()).toHaveLength(2)
  runner.begin()
  await until('same', isEnded)
  const again = runner.start(countJob, { name: 'same' })
  expect(again.id).not.toBe(first.id)
  expect(removed).toEqual([first.id])
})

test('jobs of a lane take turns, those of others do not wait, and a kind has its maximum', async () => {
  const running = new Set<string>()
  const gates = new Map(['a1', 'a2', 'b1', 'c1'].map((name) => [name, gate()]))
  const kind = counting(
    async ({ input }) => {
      running.add(input.name)
      await gates.get(input.name)?.opened
      running.delete(input.name)
      return { total: 1 }
    },
    { laneOf: ({ place }) => place, maximum: 2 },
  )
  const { runner, until } = openRunner(openTestDatabase(), [kind])
  for (const name of gates.keys()) runner.start(countJob, { name, place: name.slice(0, 1) })
  expect([...running]).toEqual(['a1', 'b1'])
  gates.get('a1')?.open()
  await until('a1', isEnded)
  // The first waiting job, in the order of the requests.
  expect([...running]).toEqual(['b1', 'a2'])
  gates.get('b1')?.open()
  await until('b1', isEnded)
  expect([...running]).toEqual(['a2', 'c1'])
})

test('a run that leaves its lane makes room for the next, until it takes its place again', async () => {
  const away = new Set<string>()
  const gates = new Map(['a', 'b', 'c'].map((name) => [name, gate()]))
  const running = new Set<string>()
  const kind = counting(
    async ({ input: { name }, report }) => {
      running.add(name)
      if (name === 'a') {
        away.add(name)
        report({ done: 1 })
      }
      await gates.get(name)?.opened
      return { total: 1 }
    },
    { holdsLane: ({ name }) => !away.has(name) },
  )
  const { runner, until } = openRunner(openTestDatabase(), [kind])
  for (const name of gates.keys()) runner.start(countJob, { name })
  expect([...running]).toEqual(['a', 'b'])
  away.delete('a')
  gates.get('b')?.open()
  await until('b', isEnded)
  expect([...running]).toEqual(['a', 'b'])
  gates.get('a')?.open()
  await until('a', isEnded)
  expect([...running]).toEqual(['a', 'b', 'c'])
  gates.get('c')?.open()
  await until('c', isEnded)
})

test('a run that stands still is shown as paused, and a retry wakes it', async () => {
  const woken = gate()
  const error = toWire(new AppError('quotaExhausted', 'The balance is empty'))
  const kind = counting(async ({ hold }) => {
    hold({ error, until: 5000, wake: woken.open })
    await woken.opened
    hold(null)
    return { total: 1 }
  })
  const database = openTestDatabase()
  const { runner, told, until } = openRunner(database, [kind])
  const { id } = runner.start(countJob, { name: 'held' })
  expect(runner.list()).toMatchObject([{ state: 'paused', error, until: 5000 }])
  expect(told.at(-1)).toMatchObject({ id, state: 'paused', error, until: 5000 })
  expect(database.all('SELECT state FROM job')).toEqual([{ state: 'running' }])
  runner.retry(id)
  expect(await until('held', isEnded)).toMatchObject({ state: 'done', error: null, until: null })
  expect(told.at(-2)).toMatchObject({ state: 'running', error: null, until: null })
})

test('a cancelled job has ended when cancel resolves, and what waits takes its place', async () => {
  let isStopped = false
  const kind = counting(async ({ signal, isCancelled }) => {
    await aborted(signal)
    expect(isCancelled()).toBe(true)
    await new Promise(setImmediate)
    isStopped = true
    throw new AppError('aborted', 'It was stopped')
  })
  const { runner, told, until } = openRunner(openTestDatabase(), [kind])
  const first = runner.start(countJob, { name: 'first' })
  const waiting = runner.start(countJob, { name: 'waiting' })
  const cancelling = runner.cancel(first.id)
  expect(told.at(-1)).toMatchObject({ id: first.id, state: 'running', cancelling: true })
  expect(await cancelling).toMatchObject({ state: 'cancelled', cancelling: false, error: null })
  expect(isStopped).toBe(true)
  expect(await until('waiting', ({ state }) => state === 'running')).toMatchObject({
    id: waiting.id,
  })
})

test('cancelling says what really became of the work', async () => {
  const finishing = counting(async ({ signal }) => {
    await aborted(signal)
    return { total: 3 }
  })
  const one = openRunner(openTestDatabase(), [finishing])
  const late = one.runner.start(countJob, { name: 'late' })
  expect(await one.runner.cancel(late.id)).toMatchObject({ state: 'done', result: { total: 3 } })
  expect(await one.runner.cancel(late.id)).toMatchObject({ state: 'done' })

  const going = counting(async ({ signal }) => {
    await aborted(signal)
    throw new AppError('notSupported', 'It goes on over there', { provider: 'There' })
  })
  const two = openRunner(openTestDatabase(), [going])
  const { id } = two.runner.start(countJob, { name: 'elsewhere' })
  expect(await two.runner.cancel(id)).toMatchObject({
    state: 'cancelled',
    error: { code: 'notSupported', details: { provider: 'There' } },
  })
})

test('what never ran is cancelled at once, and asking again begins it anew', async () => {
  const { runner, until } = openRunner(openTestDatabase(), [counting(untilCancelled)])
  runner.start(countJob, { name: 'first' })
  const waiting = runner.start(countJob, { name: 'waiting' })
  expect(await runner.cancel(waiting.id)).toMatchObject({ state: 'cancelled' })
  const first = await until('first', ({ state }) => state === 'running')
  const cancelled = runner.cancel(first.id)
  const again = runner.start(countJob, { name: 'first' })
  expect(again.id).not.toBe(first.id)
  expect(await cancelled).toMatchObject({ state: 'cancelled' })
  expect(runner.list().find(({ id }) => id === again.id)).toMatchObject({ state: 'running' })
})

test('a failure that will not pass fails the job, which can be retried and dismissed', async () => {
  let runs = 0
  const consents: number[] = []
  const kind = counting((run) => {
    consents.push(run.consents)
    runs += 1
    if (runs === 1) throw new AppError('modelNotFound', 'No such model', { model: 'm' })
    return done()
  })
  const { runner, until, removed } = openRunner(openTestDatabase(), [kind])
  const { id } = runner.start(countJob, { name: 'first' })
  const failed = await until('first', isEnded)
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'modelNotFound' } })
  runner.retry(id)
  expect(await until('first', isEnded)).toMatchObject({ id, state: 'done', error: null })
  expect(consents).toEqual([1, 2])
  runner.dismiss(id)
  expect(removed).toEqual([id])
  expect(() => runner.dismiss(id)).toThrow(expect.objectContaining({ code: 'jobMissing' }))
  expect(() => runner.retry(id)).toThrow(expect.objectContaining({ code: 'jobMissing' }))
})

test('an error that nobody foresaw fails the job as internal, and is logged', async () => {
  const kind = counting(() => Promise.reject(new TypeError('secret')))
  const { runner, until, logged } = openRunner(openTestDatabase(), [kind])
  runner.start(countJob, { name: 'first' })
  const failed = await until('first', isEnded)
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'internal' } })
  expect(JSON.stringify(failed)).not.toContain('secret')
  expect(logged).toEqual(['A job failed: test.count'])
})

test('what may pass is paused until a time, tried again, and given up after its tries', async () => {
  let runs = 0
  const kind = counting(
    () => {
      runs += 1
      throw new AppError('overloaded', 'Too busy', { retryAfterSeconds: 0.01 })
    },
    { retry: { maxTries: 3 } },
  )
  const { runner, told, until } = openRunner(openTestDatabase(), [kind])
  runner.start(countJob, { name: 'first' })
  await until('first', isEnded)
  expect(runs).toBe(3)
  const paused = told.filter(({ state }) => state === 'paused')
  expect(paused).toHaveLength(2)
  for (const { until: time, error } of paused) {
    expect(time).toBeGreaterThan(0)
    expect(error).toMatchObject({ code: 'overloaded' })
  }
})

test('tries are counted anew for work that comes further', async () => {
  let runs = 0
  const kind = counting(
    ({ progress, report }) => {
      runs += 1
      if (runs === 6) return done()
      report({ done: (progress?.done ?? 0) + 1 })
      throw new AppError('streamBroken', 'Cut', { retryAfterSeconds: 0.001 })
    },
    {
      retry: {
        maxTries: 2,
        hasAdvanced: (before, now) => (now?.done ?? 0) > (before?.done ?? 0),
      },
    },
  )
  const { runner, until } = openRunner(openTestDatabase(), [kind])
  runner.start(countJob, { name: 'first' })
  expect(await until('first', isEnded)).toMatchObject({ state: 'done' })
})

test('a paused job can be retried at once, and cancelled', async () => {
  let runs = 0
  const kind = counting(({ signal }) => {
    runs += 1
    if (signal.aborted) throw new AppError('aborted', 'It was stopped')
    throw new AppError('overloaded', 'Too busy', { retryAfterSeconds: 1000 })
  })
  const { runner, until } = openRunner(openTestDatabase(), [kind])
  const { id } = runner.start(countJob, { name: 'first' })
  await until('first', ({ state }) => state === 'paused')
  runner.retry(id)
  await until('first', ({ state }) => state === 'paused')
  // A request for the same work is a retry too.
  expect(runner.start(countJob, { name: 'first' }).id).toBe(id)
  await until('first', ({ state }) => state === 'paused')
  expect(runs).toBe(3)
  expect(await runner.cancel(id)).toMatchObject({ state: 'cancelled' })
  // A separate run ends what it had begun.
  expect(runs).toBe(4)
})

test('thousands of steps are told ten times a second and written every two seconds at most', async () => {
  const database = openTestDatabase()
  const end = gate()
  const kind = counting(async ({ report }) => {
    for (let step = 1; step <= 50_000; step++) report({ done: step })
    await end.opened
    return { total: 50_000 }
  })
  const { runner, told, until } = openRunner(database, [kind])
  const changesBefore = database.get('SELECT total_changes() AS changes')?.['changes']
  runner.start(countJob, { name: 'first' })
  await until('first', ({ progress }) => progress !== null)
  const changes = database.get('SELECT total_changes() AS changes')?.['changes']
  // One row for the job, and one change of its state.
  expect(Number(changes) - Number(changesBefore)).toBeLessThanOrEqual(2)
  end.open()
  await until('first', isEnded)
  expect(told.length).toBeLessThanOrEqual(4)
  expect(told.at(-1)).toMatchObject({ progress: { done: 50_000 } })
})

test('what has ended is kept up to a bound, and so is what is under way', async () => {
  const database = openTestDatabase()
  const { runner, removed, until } = openRunner(database, [
    counting(done, { maxPerLane: Infinity }),
  ])
  const all = Array.from({ length: maxEndedJobs + 20 }, (_, index) =>
    runner.start(countJob, { name: `job ${index}` }),
  )
  await until(`job ${all.length - 1}`, isEnded)
  expect(runner.list()).toHaveLength(maxEndedJobs)
  expect(removed).toEqual(all.slice(0, 20).map(({ id }) => id))
  expect(database.get('SELECT count(*) AS n FROM job')).toEqual({ n: maxEndedJobs })

  database.exec(`
    DELETE FROM job;
    WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT ${maxActiveJobs})
    INSERT INTO job (id, kind, key, subject, state, input, created_at)
    SELECT printf('eb0a4b5e-4a0f-4bd7-9a3f-%012d', n), 'test.count', 'job ' || n, 'job ' || n,
      'waiting', json_object('name', 'job ' || n), n FROM number;
  `)
  const full = openRunner(database, [counting(done)], { begin: false })
  expect(() => full.runner.start(countJob, { name: 'one more' })).toThrow(
    expect.objectContaining({ code: 'tooManyAtOnce' }),
  )
  expect(full.runner.start(countJob, { name: 'job 7' }).state).toBe('waiting')
})
