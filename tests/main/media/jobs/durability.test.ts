import { expect, test } from 'vitest'
import type { Durability } from '../../../../src/main/storage/connection.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia, type TestMedia } from '../testMedia.ts'

/** Notes how each transaction is written: with the job's state after it, and its outputs so far. */
function watchWrites({ database }: TestMedia): [state: string, outputs: number, Durability][] {
  const writes: [string, number, Durability][] = []
  const { transaction } = database
  let isWithin = false
  database.transaction = (work, durability = 'synced') => {
    if (isWithin) return work()
    isWithin = true
    try {
      return transaction(work, durability)
    } finally {
      isWithin = false
      const job = database.get('SELECT state FROM media_job')
      const outputs = database.get('SELECT count(*) AS count FROM media_output')
      if (job) writes.push([String(job['state']), Number(outputs?.['count']), durability])
    }
  }
  return writes
}

test.each(['queueing', 'direct'] as const)(
  'what was paid for is on the disk before a job of a %s service goes on',
  async (kind) => {
    const media = openTestMedia({ providers: [new FakeService()[kind]()] })
    const writes = watchWrites(media)
    const { id } = await media.create({ prompt: 'A cat' })
    await media.until(id, 'done')
    const synced = writes.filter(([, , durability]) => durability === 'synced')
    // The runner of all jobs has rows of its own.
    const steps = new Set(synced.map(([state, outputs]) => `${state} ${outputs}`))
    expect([...steps]).toEqual([
      ...['waiting 0', 'preparing 0', 'submitting 0'],
      // The service's id, or the fact that its answer is here.
      ...(kind === 'queueing' ? ['queued 0'] : []),
      'collecting 0',
      'collecting 1',
    ])
    expect(writes.at(-1)).toEqual(['done', 1, 'relaxed'])
  },
)
