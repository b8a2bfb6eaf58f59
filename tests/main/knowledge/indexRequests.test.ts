import { expect, test } from 'vitest'
import { createIndexRequests } from '../../../src/main/knowledge/indexRequests.ts'
import { AppError } from '../../../src/shared/errors.ts'

test('a job that a full disk refuses is started once there is room', async () => {
  const started: string[] = []
  const logged: string[] = []
  let isFull = true
  const start = (baseId: string): void => {
    if (isFull) throw new AppError('diskFull', 'There is no room')
    started.push(baseId)
  }
  const requests = createIndexRequests(start, (event) => void logged.push(event), 5)
  requests.request('one')
  requests.request('two')
  await expect.poll(() => logged.length).toBeGreaterThan(2)
  isFull = false
  await expect.poll(() => started).toEqual(['one', 'two'])
  requests.close()
})
