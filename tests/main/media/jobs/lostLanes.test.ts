import { expect, test } from 'vitest'
import { openTestFal, type TestFal } from '../fal/testFal.ts'
import type { FalScript } from '../../../fakes/fakeFal.ts'
import { falCourse } from '../../../fakes/falCourse.ts'
import type { TestMediaOptions } from '../testMedia.ts'

/** Lets a search stand still until Parley quits; shorter pauses take no time. */
const standing = {
  delay: (milliseconds: number, signal: AbortSignal): Promise<void> =>
    milliseconds < 2000
      ? new Promise(setImmediate)
      : new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
}

function open(script: FalScript, options: Partial<TestMediaOptions> = standing): Promise<TestFal> {
  return openTestFal({ isListing: false, ...script }, options)
}

const posts = ({ fal }: TestFal) =>
  fal.requests.filter(({ path, method }) => method === 'POST' && path.startsWith('/fal-ai/')).length

/** Returns a promise that the test settles. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
}

async function createMany(opened: TestFal, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    ids.push((await opened.create({ prompt: `A cat ${String(number)}` })).id)
  }
  return ids
}

test('jobs go on while the answers of others are looked for', async () => {
  const opened = await open({ submit: ['reset', 'resetInAnswer'] })
  const { media, fal } = opened
  const [first = '', second = '', ...others] = await createMany(opened, 5)
  for (const id of others) expect(await media.until(id, 'done')).toMatchObject({ error: null })
  for (const id of [first, second]) {
    expect(media.media.context.states.read(id).state).toBe('submitting')
  }
  expect(fal.billed).toBe(5)
  expect(posts(opened)).toBe(5)
})

test('of a service that is asked too much the one lane is free during a search', async () => {
  const opened = await open({ submit: ['busy', 'reset'] })
  const { media } = opened
  const [lost = ''] = await createMany(opened, 1)
  while (posts(opened) < 2) await new Promise(setImmediate)
  const [other = ''] = await createMany(opened, 1)
  expect(await media.until(other, 'done')).toMatchObject({ error: null })
  expect(media.media.context.states.read(lost).state).toBe('submitting')
  expect(media.media.context.limits.of('fal')).toBe(1)
})

test('a paid request that waits for its answer keeps its place', async () => {
  const answers = gate()
  const opened = await open({ statuses: falCourse, beforeAnswer: () => answers.opened })
  const { media } = opened
  const ids = await createMany(opened, 4)
  while (posts(opened) < 2) await new Promise(setImmediate)
  await turns()
  expect(posts(opened)).toBe(2)
  answers.open()
  for (const id of ids) await media.until(id, 'done')
  expect(posts(opened)).toBe(4)
})

test('a job that is found counts in its lane again', async () => {
  const script: FalScript = {
    submit: ['reset', 'reset'],
    isListing: false,
    statuses: [{ status: 'IN_PROGRESS' }],
  }
  const opened = await openTestFal(script, standing)
  const { media, fal } = opened
  const [first = '', second = '', third = '', fourth = ''] = await createMany(opened, 4)
  await media.until(third, 'running')
  await media.until(fourth, 'running')
  script.isListing = true
  media.jobs.resume()
  await media.until(first, 'running')
  await media.until(second, 'running')
  const [last = ''] = await createMany(opened, 1)
  fal.jobs[2]!.statuses = [{ status: 'COMPLETED' }]
  await media.jobs.cancel(third)
  await turns()
  expect(media.media.context.states.read(last).state).toBe('waiting')
  expect(posts(opened)).toBe(4)
})

test.each(['at "Look again"', 'after a kill'])(
  'an answer is looked for %s though both lanes are taken',
  async (when) => {
    const script: FalScript = {
      submit: ['reset'],
      isListing: false,
      statuses: [{ status: 'IN_PROGRESS' }],
    }
    const passing = when === 'after a kill' ? standing : {}
    let now = 0
    const opened = await openTestFal(script, { ...passing, elapsed: () => (now += 20_000) })
    const [lost = '', ...running] = await createMany(opened, 3)
    for (const id of running) await opened.media.until(id, 'running')
    let { media } = opened
    if (when === 'at "Look again"') await media.until(lost, 'unknown')
    script.isListing = true
    if (when === 'at "Look again"') media.jobs.lookAgain(lost)
    else media = opened.reopen()
    expect(await media.until(lost, 'running')).toMatchObject({ error: null })
    expect(posts(opened)).toBe(3)
  },
)
