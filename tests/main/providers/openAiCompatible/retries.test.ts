import { expect, onTestFinished, test, vi } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { collect } from '../collect.ts'
import { describeRetries } from '../describeRetries.ts'
import { openService } from './openService.ts'

describeRetries({
  start: startFakeOpenAi,
  open: ({ baseUrl }, options) => openService(baseUrl, options),
  body: { error: { message: 'Not now' } },
  retried: [408, 409, 429, 500, 502, 503, 504],
  refused: [400, 401, 403, 404, 422],
})

test('gives up on headers after ten minutes, and not before', async () => {
  const fake = await startFakeOpenAi()
  onTestFinished(async () => {
    vi.useRealTimers()
    await fake.close()
  })
  // The packages load before time stands still.
  await collect(openService(fake.baseUrl))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fake.behave({ kind: 'hang' })
  let ended = false
  const reply = collect(openService(fake.baseUrl, { maxRetries: 0 })).finally(() => (ended = true))
  await vi.waitUntil(() => fake.requests.length === 2)
  await vi.advanceTimersByTimeAsync(599_000)
  expect(ended).toBe(false)
  await vi.advanceTimersByTimeAsync(1000)
  expect((await reply).error?.code).toBe('timeout')
})
