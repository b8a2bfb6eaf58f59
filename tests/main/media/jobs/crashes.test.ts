import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finalMediaStates, type MediaState } from '../../../../src/shared/media/media.ts'
import { openTestFal } from '../fal/testFal.ts'
import { FakeService, type PostFault } from '../fakeService.ts'
import { falCourse } from '../../../fakes/falCourse.ts'
import { openTestMedia, type TestMedia } from '../testMedia.ts'

function quickClock(): () => number {
  let now = Date.now()
  return () => (now += 1000)
}

/** The moments of a job at which Parley is killed: a state just written, or what fal is asked. */
const moments = [
  ...(['waiting', 'preparing', 'submitting', 'queued', 'running', 'collecting', 'done'] as const),
  ...([
    'the paid request',
    'its answer',
    'a status',
    'the result',
    'the file',
    'half the file',
  ] as const),
]

test.each(moments)(
  'killed at “%s”, a job is paid once and its picture is there',
  async (moment) => {
    let crash = (): void => undefined
    const once = (at: (typeof moments)[number]): void => {
      if (at === moment) crash()
    }
    let asked = 0
    const { fal, media, reopen, create } = await openTestFal(
      {
        statuses: falCourse,
        // The states are killed within the stream, this moment between two polls.
        streams: [moment === 'a status' ? 'missing' : 'good'],
        onRequest({ method, path }) {
          if (method === 'POST' && path.startsWith('/fal-ai/')) once('the paid request')
          else if (path.includes('/status')) once(asked++ === 0 ? 'its answer' : 'a status')
          else if (path.includes('/requests/')) once('the result')
        },
        file(response) {
          once('the file')
          if (moment !== 'half the file' || asked < 0) return false
          asked = -1
          response.writeHead(200, { 'content-length': '9999' }).write('\x89PNG', crash)
          return true
        },
      },
      { now: quickClock(), onJob: ({ state }) => once(state as (typeof moments)[number]) },
    )
    const killed = new Promise<void>((resolve) => {
      crash = () => {
        crash = () => undefined
        media.crash()
        resolve()
      }
    })
    const id = crypto.randomUUID()
    await create({ prompt: 'A cat' }, id).catch(() => undefined)
    await killed
    const again = reopen()
    if (moment === 'submitting') {
      // It never left, but nobody can know that: the user decides.
      expect(await again.until(id, ...finalMediaStates)).toMatchObject({ state: 'unknown' })
      expect(fal.billed).toBe(0)
      again.jobs.submitAgain(id)
    }
    expect(await again.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
    expect(fal.billed).toBe(1)
    const outputs = again.outputs(id)
    expect(outputs).toHaveLength(1)
    expect(existsSync(again.blobs.path(String(outputs[0]?.['file_id'])))).toBe(true)
  },
)

type Step =
  | { do: 'create'; fault: PostFault }
  | { do: 'submitAgain' | 'lookAgain' | 'cancel'; job: number }
  | { do: 'kill' | 'finish' | 'forget' | 'resume' }
  | { do: 'wait'; turns: number }

const job = fc.nat({ max: 3 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    fault: fc.constantFrom<PostFault>(
      ...(['none', 'lost', 'refused', 'busy', 'noBalance', 'keyRefused'] as const),
    ),
  }),
  fc.record({
    do: fc.constantFrom('submitAgain' as const, 'lookAgain' as const, 'cancel' as const),
    job,
  }),
  fc.record({
    do: fc.constantFrom('kill' as const, 'finish' as const, 'forget' as const, 'resume' as const),
  }),
  fc.record({ do: fc.constant('wait' as const), turns: fc.nat({ max: 12 }) }),
)

/** Runs steps against a service, and returns how often the user has consented. */
async function play(steps: readonly Step[], service: FakeService, isQueueing: boolean) {
  const provider = isQueueing ? service.queueing() : service.direct()
  const now = quickClock()
  let media: TestMedia = openTestMedia({ providers: [provider], now })
  const ids: string[] = []
  const ended = new Map<string, MediaState>()
  let consents = 0

  function check(): void {
    expect(service.posts).toBeLessThanOrEqual(consents)
    for (const id of ids) {
      const { state, posts, consents: given, until } = media.media.context.states.read(id)
      expect(posts).toBeLessThanOrEqual(given)
      const before = ended.get(id)
      if (before !== undefined) expect(state).toBe(before)
      if (finalMediaStates.includes(state)) {
        ended.set(id, state)
        expect(until).toBeNull()
      }
      const outputs = media.outputs(id)
      if (state === 'done') expect(outputs.length).toBeGreaterThan(0)
      for (const output of outputs) {
        expect(media.blobs.has(String(output['file_id']))).toBe(true)
      }
    }
  }

  function ask(id: string, what: 'submitAgain' | 'lookAgain'): void {
    try {
      media.jobs[what](id)
    } catch {
      // It is under way or done.
      return
    }
    if (what === 'submitAgain') consents += 1
    ended.delete(id)
  }

  for (const each of steps) {
    const id = 'job' in each ? ids[each.job] : undefined
    if (each.do === 'create') {
      const created = crypto.randomUUID()
      if (each.fault !== 'none') service.faults.push(each.fault)
      consents += 1
      ids.push(created)
      await media.create({ prompt: 'A cat' }, { id: created })
    } else if (each.do === 'kill') {
      media.crash()
      media = openTestMedia({ providers: [provider], now, folder: media.folder })
    } else if (each.do === 'finish') {
      for (const known of service.jobs.values()) known.state = { state: 'completed' }
    } else if (each.do === 'forget') service.isListing = !service.isListing
    else if (each.do === 'resume') media.jobs.resume()
    else if (each.do === 'wait') {
      for (let turn = 0; turn < each.turns; turn++) await new Promise(setImmediate)
    } else if (id !== undefined && each.do === 'cancel') media.jobs.requestCancel(id)
    else if (id !== undefined && (each.do === 'submitAgain' || each.do === 'lookAgain')) {
      ask(id, each.do)
    }
    check()
  }
  for (const known of service.jobs.values()) known.state = { state: 'completed' }
  service.state = { state: 'completed' }
  for (const id of ids) await media.until(id, ...finalMediaStates)
  check()
  media.crash()
}

test('nobody consents again while the request before may still be answered', async () => {
  const service = new FakeService()
  const media = openTestMedia({ providers: [service.queueing()] })
  const id = crypto.randomUUID()
  service.beforeAnswer = () => {
    expect(() => media.jobs.submitAgain(id)).toThrow(expect.objectContaining({ code: 'conflict' }))
  }
  await media.create({ prompt: 'A cat' }, { id })
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  expect(media.media.context.states.read(id)).toMatchObject({ consents: 1, posts: 1 })
})

test('in any order of answers, resets, kills and wishes: no post without a consent, no row without bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.boolean(), async (steps, isQueueing) => {
      const service = new FakeService()
      service.state = { state: 'running', progress: null }
      await play(steps, service, isQueueing)
    }),
    // A job that never ends fails it too.
    { numRuns: 60, plugins: [fc.timeout(20_000)] },
  )
}, 120_000)
