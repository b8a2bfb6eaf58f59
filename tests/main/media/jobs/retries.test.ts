import { expect, test } from 'vitest'
import type { FalScript } from '../../../fakes/fakeFal.ts'
import { openTestFal } from '../fal/testFal.ts'

const settled = ['done', 'failed', 'cancelled', 'unknown', 'lost'] as const

/** Runs a job at fal, and returns its pauses in milliseconds. No pause takes any time. */
async function pausesOf(script: FalScript) {
  const pauses: number[] = []
  const { media, create, fal } = await openTestFal(
    { streams: ['missing'], ...script },
    {
      elapsed: () => pauses.reduce((sum, pause) => sum + pause, 0),
      async delay(milliseconds) {
        pauses.push(milliseconds)
      },
    },
  )
  const { id } = await create({ prompt: 'A cat' })
  return { job: await media.until(id, ...settled), pauses, fal }
}

/** Expects pauses that double from a second up to a limit, each shortened by up to a quarter. */
function expectDoubled(pauses: readonly number[], limit: number): void {
  for (const [index, pause] of pauses.entries()) {
    const most = Math.min(1000 * 2 ** index, limit)
    expect(pause).toBeLessThanOrEqual(most)
    expect(pause).toBeGreaterThanOrEqual(most * 0.75)
  }
}

test('a refused request is sent again after one second to one minute, more than three times', async () => {
  const { job, pauses, fal } = await pausesOf({
    submit: Array.from({ length: 9 }, () => 'unavailable'),
  })
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(pauses).toHaveLength(9)
  expectDoubled(pauses, 60_000)
  expect(fal.billed).toBe(1)
})

test.each(['status', 'result'])(
  'a %s is asked for again after one second to thirty, more than five times',
  async (what) => {
    let left = 8
    const { job, pauses } = await pausesOf({
      answer({ method, path }, response) {
        const isAsked =
          what === 'status' ? path.endsWith('/status') : /\/requests\/[^/]+$/.test(path)
        if (method !== 'GET' || !isAsked || left === 0) return false
        left -= 1
        response.writeHead(503).end()
        return true
      },
    })
    expect(job).toMatchObject({ state: 'done', error: null })
    expect(pauses).toHaveLength(8)
    expectDoubled(pauses, 30_000)
  },
)

test('a cancellation is sent again after one second to thirty', async () => {
  const pauses: number[] = []
  let left = 8
  const { media, create } = await openTestFal(
    {
      statuses: [{ status: 'IN_PROGRESS' }],
      answer({ path }, response) {
        if (!path.endsWith('/cancel') || left === 0) return false
        left -= 1
        response.writeHead(503).end()
        return true
      },
    },
    {
      async delay(milliseconds) {
        pauses.push(milliseconds)
      },
    },
  )
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, 'running')
  pauses.length = 0
  expect(await media.jobs.cancel(id)).toMatchObject({ state: 'cancelled' })
  expect(pauses).toHaveLength(8)
  expectDoubled(pauses, 30_000)
})

test('a lost request is looked for during two minutes, after two seconds to twenty', async () => {
  const { job, pauses } = await pausesOf({ submit: ['reset'], isListing: false })
  expect(job.state).toBe('unknown')
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 20_000, 20_000, 20_000, 20_000, 20_000])
})
