import { expect, test } from 'vitest'
import { finalMediaStates, type MediaJob } from '../../../../src/shared/media/media.ts'
import { openTestFal } from '../fal/testFal.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia, type TestMedia } from '../testMedia.ts'

const running = [{ status: 'IN_PROGRESS' }]
const minute = 60_000

/** Pauses of a minute and more end only by `tick`, or when somebody wakes the job. */
function longPauses() {
  const pauses: number[] = []
  const ticks = new Set<() => void>()
  return {
    pauses,
    tick: () => ticks.forEach((end) => end()),
    delay: (milliseconds: number, signal: AbortSignal): Promise<void> => {
      if (milliseconds < minute / 2) return new Promise(setImmediate)
      pauses.push(milliseconds)
      return new Promise((resolve) => {
        ticks.add(resolve)
        signal.addEventListener('abort', () => resolve())
      })
    },
  }
}

async function untilError(media: TestMedia, id: string, code: string): Promise<MediaJob> {
  for (;;) {
    const job = media.media.context.states.read(id)
    if (job.error?.code === code && job.until !== null) return job
    await new Promise(setImmediate)
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
}

test.each(['noBalance', 'keyRefused'] as const)(
  'a paid request that meets %s waits for the user, and is then paid once',
  async (fault) => {
    const code = fault === 'noBalance' ? 'quotaExhausted' : 'keyRefused'
    const { delay, pauses } = longPauses()
    const { fal, media, create } = await openTestFal({ submit: [fault, fault] }, { delay })
    const { id } = await create({ prompt: 'A cat' })
    const held = await untilError(media, id, code)
    expect(held).toMatchObject({ state: 'waiting', submittedAt: null })
    expect(held.until).toBeGreaterThan(Date.now() + minute)
    expect(media.told.at(-1)).toMatchObject({ until: held.until, error: { code } })
    expect(fal.billed).toBe(0)
    media.jobs.lookAgain(id)
    while (pauses.length < 2) await new Promise(setImmediate)
    expect(pauses[1]).toBe(2 * (pauses[0] ?? 0))
    media.jobs.resume()
    expect(await media.until(id, ...finalMediaStates)).toMatchObject({
      ...{ state: 'done', error: null, until: null },
    })
    expect(fal.billed).toBe(1)
  },
)

test('a job that waits for a balance goes on by itself, and after a start at once', async () => {
  const { delay, tick } = longPauses()
  const { fal, media, create, reopen } = await openTestFal(
    { submit: ['noBalance', 'noBalance', 'noBalance'] },
    { delay },
  )
  const { id } = await create({ prompt: 'A cat' })
  await untilError(media, id, 'quotaExhausted')
  const again = reopen()
  await untilError(again, id, 'quotaExhausted')
  const asked = fal.requests.length
  tick()
  while (fal.requests.length === asked) await new Promise(setImmediate)
  await untilError(again, id, 'quotaExhausted')
  tick()
  expect(await again.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  expect(fal.billed).toBe(1)
})

test('a job that waits for a balance is cancelled at once, and costs nothing', async () => {
  const { delay } = longPauses()
  const { fal, media, create } = await openTestFal({ submit: ['noBalance'] }, { delay })
  const { id } = await create({ prompt: 'A cat' })
  await untilError(media, id, 'quotaExhausted')
  expect(await media.jobs.cancel(id)).toMatchObject({ state: 'cancelled', until: null })
  await turns()
  expect(fal.billed).toBe(0)
})

test('a job whose key is refused meanwhile can be cancelled', async () => {
  const { delay } = longPauses()
  let key = 'fal-key'
  const { media, create } = await openTestFal(
    { statuses: running, streams: ['missing'] },
    { delay, key: () => key },
  )
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, 'running')
  key = 'revoked'
  const held = await untilError(media, id, 'keyRefused')
  expect(held.state).toBe('running')
  expect(await media.jobs.cancel(id)).toMatchObject({
    ...{ state: 'lost', error: { code: 'keyRefused' }, until: null },
  })
})

test.each([
  ['of the same account goes on', 'fal-key-too', { state: 'done', error: null }],
  [
    'of another account is lost, with that reason, until the first is back',
    'other-key',
    { state: 'lost', error: { code: 'mediaOtherAccount', details: { provider: 'fal' } } },
  ],
])('a job under a new key %s', async (_what, newKey, ended) => {
  let key = 'fal-key'
  let now = Date.now()
  const { fal, media, create } = await openTestFal(
    { statuses: running, streams: ['missing'] },
    { key: () => key, now: () => (now += 1000) },
  )
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, 'running')
  key = newKey
  fal.jobs[0]!.statuses = [{ status: 'COMPLETED' }]
  expect(await media.until(id, ...finalMediaStates)).toMatchObject(ended)
  key = 'fal-key'
  media.jobs.lookAgain(id)
  expect(await media.until(id, 'done')).toMatchObject({ error: null })
  expect(fal.billed).toBe(1)
  const stored = JSON.stringify(media.database.all('SELECT * FROM media_job'))
  expect(stored).not.toContain('fal-key')
})

test('a job that fal forgets under the same key is just lost', async () => {
  let now = Date.now()
  const { media, create } = await openTestFal(
    { isForgotten: () => true },
    { now: () => (now += 1000) },
  )
  const { id } = await create({ prompt: 'A cat' })
  expect(await media.until(id, 'lost')).toMatchObject({ error: { code: 'mediaLost' } })
})

test('a service that is asked too much gets one job at a time for a while, then two again', async () => {
  const { delay, tick } = longPauses()
  let elapsed = 0
  const service = new FakeService()
  service.state = { state: 'running', progress: null }
  service.faults = ['busy']
  const media = openTestMedia({
    providers: [service.queueing()],
    elapsed: () => elapsed,
    // The busy service is asked again when the test says so.
    delay: (milliseconds, signal) => delay(milliseconds < 2000 ? minute : milliseconds, signal),
  })
  const busy = await media.create({ prompt: 'A cat' })
  const held = await untilError(media, busy.id, 'rateLimited')
  expect(held.state).toBe('waiting')
  const others = [await media.create({ prompt: 'A dog' }), await media.create({ prompt: 'A cow' })]
  await turns()
  expect(service.posts).toBe(0)
  media.jobs.lookAgain(busy.id)
  await media.until(busy.id, 'running')
  await turns()
  expect(service.posts).toBe(1)
  elapsed = 5 * minute
  tick()
  await media.until(others[0]!.id, 'running')
  await turns()
  expect(service.posts).toBe(2)
  expect(media.media.context.states.read(others[1]!.id).state).toBe('waiting')
})
