import { expect, onTestFinished, test, vi } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'
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

test('a server that loads its model is waited for, and its list is not asked for in vain', async () => {
  const loading = { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } }
  const done = { index: 0, message: { role: 'assistant', content: 'Ready' }, finish_reason: 'stop' }
  const requests: string[] = []
  const server = await startFakeServer(({ path }, response) => {
    requests.push(path)
    if (requests.length <= 30) sendJson(response, 503, loading)
    else sendJson(response, 200, { choices: [done] })
  })
  onTestFinished(() => server.close())
  const waits: number[] = []
  const wait = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds))
  const service = openService(`${server.origin}/v1`, { wait })
  await expect(service.models(new AbortController().signal)).rejects.toMatchObject({
    code: 'modelLoading',
  })
  expect(requests).toHaveLength(1)
  const reply = await collect(service)
  expect(reply).toMatchObject({ text: 'Ready', error: undefined })
  expect(waits).toEqual(Array.from({ length: 29 }, () => 1000))
  expect(reply.events.filter(({ type }) => type === 'waiting')).toMatchObject([
    { error: { code: 'modelLoading' } },
  ])
})
