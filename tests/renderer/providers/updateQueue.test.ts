import { expect, test } from 'vitest'
import { enqueueUpdate, updatesSettled } from '../../../src/renderer/providers/updateQueue.ts'

test('changes of one provider wait for each other, also after a failure', async () => {
  const done: string[] = []
  const { promise, reject } = Promise.withResolvers<undefined>()
  const first = enqueueUpdate('a', () => promise)
  const second = enqueueUpdate('a', () => Promise.resolve(done.push('second')))
  await enqueueUpdate('b', () => Promise.resolve(done.push('other')))
  expect(done).toEqual(['other'])
  reject(new Error('No'))
  await expect(first).rejects.toThrow('No')
  await second
  expect(done).toEqual(['other', 'second'])
})

test('whoever waits for all changes sees the last one done', async () => {
  let done = false
  void enqueueUpdate('c', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    done = true
  })
  await updatesSettled('c')
  expect(done).toBe(true)
  await updatesSettled('never changed')
})
