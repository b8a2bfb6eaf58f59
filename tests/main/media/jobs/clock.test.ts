import { expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/errors.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

const day = 24 * 60 * 60 * 1000

/** A clock that somebody keeps setting back, while a second passes with each look. */
function clockSetBack() {
  let shown = Date.now()
  let passed = 0
  return { now: () => (shown -= day), elapsed: () => (passed += 1000) }
}

test('a clock that is set back keeps no job waiting for what does not come', async () => {
  const service = new FakeService()
  service.state = { state: 'missing' }
  const media = openTestMedia({ providers: [service.queueing()], ...clockSetBack() })
  const gone = await media.create({ prompt: 'A cat' })
  await media.until(gone.id, 'lost')
  Object.assign(service, { faults: ['lost'], isListing: false })
  const unanswered = await media.create({ prompt: 'A dog' })
  await media.until(unanswered.id, 'unknown')
  expect(service.posts).toBe(2)
})

test('a clock that is set forward gives no job up too early', async () => {
  const service = new FakeService()
  let shown = Date.now()
  const clock = { now: () => (shown += day), elapsed: clockSetBack().elapsed }
  const provider = service.queueing()
  const { poll } = provider.remote!
  let missing = 4
  provider.remote!.poll = (...given) =>
    missing-- > 0 ? Promise.resolve({ state: 'missing' }) : poll(...given)
  const media = openTestMedia({ providers: [provider], ...clock })
  const { id } = await media.create({ prompt: 'A cat' })
  expect(await media.until(id, 'done', 'lost')).toMatchObject({ state: 'done' })
})

test('after the computer has slept a job is asked about at once, however long its pause', async () => {
  const service = new FakeService()
  const provider = service.queueing()
  const { poll } = provider.remote!
  let fails = true
  provider.remote!.poll = (...given) => {
    if (!fails) return poll(...given)
    fails = false
    throw new AppError('overloaded', 'Come back later', { retryAfterSeconds: 3000 })
  }
  const pauses: number[] = []
  const media = openTestMedia({
    providers: [provider],
    delay(milliseconds, signal) {
      pauses.push(milliseconds)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
    },
  })
  const { id } = await media.create({ prompt: 'A cat' })
  while (pauses.length === 0) await new Promise(setImmediate)
  expect(media.media.context.states.read(id)).toMatchObject({ state: 'queued' })
  media.jobs.resume()
  expect(await media.until(id, 'done')).toMatchObject({ error: null })
  expect(pauses).toEqual([3_000_000])
  expect(service.posts).toBe(1)
})
