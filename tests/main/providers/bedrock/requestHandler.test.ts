import { HttpRequest } from '@smithy/core/protocols'
import { expect, test } from 'vitest'
import { createRequestHandler } from '../../../../src/main/providers/bedrock/requestHandler.ts'

test('connecting may take 3.1 s, and 30 s once that was too little', async () => {
  const limits: unknown[] = []
  const failures = ['connect', 'read', undefined]
  const handler = createRequestHandler({
    fetch: (_input, init) => {
      limits.push(init?.connectMilliseconds)
      const syscall = failures.shift()
      const failure = Object.assign(new Error('Too slow'), { code: 'ETIMEDOUT', syscall })
      return syscall === undefined ? Promise.resolve(new Response('{}')) : Promise.reject(failure)
    },
    timeoutMilliseconds: 20_000,
  })
  const send = () => handler.handle(new HttpRequest({ hostname: 'slow.test', method: 'POST' }))
  await expect(send()).rejects.toThrow('Too slow')
  await expect(send()).rejects.toThrow('Too slow')
  await send()
  expect(limits).toEqual([3100, 30_000, 30_000])
})
