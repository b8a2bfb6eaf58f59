import { expect, test } from 'vitest'
import { startFakeServer } from '../../../fakes/fakeServer.ts'
import type { FakeFal, FalScript } from '../../../fakes/fakeFal.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import { openTestFal } from './testFal.ts'

const silence = { first: 100, later: 100 }
const running = { status: 'IN_PROGRESS' }
const completed = { status: 'COMPLETED' }

function looksAt({ requests }: FakeFal): { streams: number; polls: number } {
  const paths = requests.map(({ path }) => path)
  return {
    streams: paths.filter((path) => path.endsWith('/status/stream')).length,
    polls: paths.filter((path) => path.endsWith('/status')).length,
  }
}

async function run(script: FalScript, patience = silence) {
  const opened = await openTestFal(script, { silence: patience })
  const { id } = await opened.create({ prompt: 'A cat' })
  const job = await opened.media.until(id, ...finalMediaStates)
  return { ...opened, job, looks: looksAt(opened.fal) }
}

/** Returns the statuses that polling twice a second sees of a job with this duration. */
function everyHalfSecond(seconds: number) {
  const looks = [...Array(seconds * 2).keys()]
  return [...looks.map((queue_position) => ({ status: 'IN_QUEUE', queue_position })), completed]
}

test.each([2, 5, 30])('a job of %i seconds is followed with one request', async (seconds) => {
  const statuses = everyHalfSecond(seconds)
  const { job, looks, media } = await run({ statuses })
  expect(job.state).toBe('done')
  expect(looks).toEqual({ streams: 1, polls: 0 })
  expect((looks.streams + looks.polls) / statuses.length).toBeLessThanOrEqual(0.3)
  // Nothing is lost of what polling would have seen.
  const told = new Set(media.told.map(({ position }) => position))
  expect(told.size).toBe(statuses.length)
})

test.each([
  ['missing', 1],
  ['html', 1],
  ['silent', 1],
  ['noHeaders', 1],
  ['reset', 3],
  ['cut', 3],
  ['cutWithin', 3],
  ['endsEarly', 3],
  ['silentLater', 3],
] as const)('after a stream that is %s the job is polled', async (stream, streams) => {
  const statuses = [...Array.from({ length: 9 }, () => running), completed]
  const { job, looks, fal } = await run({ statuses, streams: [stream] })
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(looks.streams).toBeLessThanOrEqual(streams)
  expect(looks.polls).toBeGreaterThan(0)
  expect(fal.billed).toBe(1)
})

test('a stream that lasts is opened again after it broke', async () => {
  let now = Date.now()
  const { fal, media, create } = await openTestFal(
    { statuses: [running], streams: ['cut', 'cut', 'cut', 'cut', 'cut', 'good'] },
    { silence, now: () => (now += 20_000) },
  )
  const { id } = await create({ prompt: 'A cat' })
  while (looksAt(fal).streams < 6) await new Promise(setImmediate)
  fal.jobs[0]!.statuses = [completed]
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  expect(looksAt(fal)).toEqual({ streams: 6, polls: 5 })
})

test('bytes that come one by one make whole letters, and lines add up', async () => {
  const statuses = [
    { ...running, logs: [{ message: 'Größe 10 %', timestamp: '1' }] },
    { ...running, logs: [{ message: '猫 🐈 50 %', timestamp: '2' }] },
    { ...completed, logs: [{ message: 'fertig', timestamp: '3' }] },
  ]
  const patience = { first: 10_000, later: 10_000 }
  const { media, job } = await run({ statuses, streams: ['bytewise'] }, patience)
  expect(job.state).toBe('done')
  expect(media.logs.at(-1)).toEqual(['Größe 10 %', '猫 🐈 50 %', 'fertig'])
})

test('lines that come all again each time are shown once', async () => {
  const lines = ['one', 'two', 'three'].map((message) => ({ message, timestamp: message }))
  const statuses = [1, 2, 3].map((count) => ({ ...running, logs: lines.slice(0, count) }))
  const { media } = await run({ statuses: [...statuses, completed] })
  expect(media.logs.at(-1)).toEqual(['one', 'two', 'three'])
})

test('a failure that the stream tells ends the job with its reason', async () => {
  const failed = { ...completed, error: 'It stopped', error_type: 'runner_disconnected' }
  const { job, looks } = await run({ statuses: [running, failed] })
  expect(job).toMatchObject({ state: 'failed', error: { code: 'serverError' } })
  expect(looks).toEqual({ streams: 1, polls: 0 })
})

test('the key is not sent where a stream is led', async () => {
  const other = await startFakeServer((_request, response) => void response.end())
  const { job } = await run({
    statuses: [running, completed],
    streams: [{ redirect: `${other.origin}/status/stream` }],
  })
  await other.close()
  expect(job.state).toBe('done')
  expect(other.requests).toEqual([])
})

test('who cancels does not wait for the next status', async () => {
  const { fal, media, create } = await openTestFal({ statuses: [running] })
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, 'running')
  expect(await media.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
  const stream = fal.requests.find(({ path }) => path.endsWith('/stream'))
  await stream?.ended
  expect(stream?.closedEarly).toBe(true)
  expect(looksAt(fal)).toEqual({ streams: 1, polls: 0 })
})

test('a job that is woken is looked at, and listened to again', async () => {
  const { fal, media, create } = await openTestFal({ statuses: [running] })
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, 'running')
  media.media.context.stops.wakeAll()
  while (looksAt(fal).streams < 2) await new Promise(setImmediate)
  fal.jobs[0]!.statuses = [completed]
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  expect(looksAt(fal)).toEqual({ streams: 2, polls: 1 })
})

test('a start listens to the job of the one before', async () => {
  const { fal, media, create, reopen } = await openTestFal({ statuses: [running] })
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, 'running')
  const again = reopen()
  while (looksAt(fal).streams < 2) await new Promise(setImmediate)
  fal.jobs[0]!.statuses = [completed]
  expect(await again.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  expect(looksAt(fal)).toEqual({ streams: 2, polls: 0 })
  expect(fal.billed).toBe(1)
})
