import { expect, test } from 'vitest'
import type { RemoteState } from '../../../../src/main/media/mediaProvider.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

/** Follows a job until it was looked at so often; returns the pauses between, in milliseconds. */
async function pausesOf(state: RemoteState, looks: number): Promise<number[]> {
  const service = new FakeService()
  service.state = state
  const pauses: number[] = []
  const media = openTestMedia({
    providers: [service.queueing()],
    elapsed: () => pauses.reduce((sum, pause) => sum + pause, 0),
    async delay(milliseconds) {
      pauses.push(milliseconds)
      const job = service.jobs.get('1')
      if (job && pauses.length === looks) job.state = { state: 'completed' }
    },
  })
  const { id } = await media.create({ prompt: 'A cat' })
  await media.until(id, 'done')
  return pauses
}

test('a job is looked at every half second for five seconds, then ever more rarely', async () => {
  const pauses = await pausesOf({ state: 'running', progress: null }, 18)
  expect(pauses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 500))
  expect(pauses.slice(10)).toEqual([750, 1125, 1687.5, 2531.25, 3796.875, 5000, 5000, 5000])
})

test('a job behind more than twenty others is looked at every fifteen seconds', async () => {
  expect(await pausesOf({ state: 'queued', position: 21 }, 3)).toEqual([15_000, 15_000, 15_000])
  expect(await pausesOf({ state: 'queued', position: 20 }, 3)).toEqual([500, 500, 500])
})
