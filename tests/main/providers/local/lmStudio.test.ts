import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ModelManagement } from '../../../../src/main/providers/provider.ts'
import type { PullProgress } from '../../../../src/shared/providers.ts'
import { startFakeLocalServer } from '../../../fakes/fakeLocalServer.ts'
import type { FakeLocalServer } from '../../../fakes/fakeLocalServer.ts'
import { ask, collect } from '../collect.ts'
import { never, openLocal } from './openLocal.ts'
import type { OpenedLocal } from './openLocal.ts'

let fake: FakeLocalServer
let provider: OpenedLocal

beforeEach(async () => {
  fake = await startFakeLocalServer('lmstudio')
  provider = openLocal('lmstudio', fake.origin)
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

function manage(): ModelManagement {
  if (!provider.manage) throw new Error('Models are not managed')
  return provider.manage
}

const posted = (path: string) =>
  fake.requests.filter((seen) => seen.path === path).map(({ body }) => body)

const statusPath = '/api/v1/models/download/status/job_1'
const job = { job_id: 'job_1', total_size_bytes: 1000 }

async function pull(onStep: (step: number) => void = () => undefined): Promise<PullProgress[]> {
  const progress: PullProgress[] = []
  for await (const step of manage().pull('openai/gpt-oss-20b', never)) {
    progress.push(step)
    onStep(progress.length)
  }
  return progress
}

describe('fetching a model', () => {
  test('is followed until it is there', async () => {
    const steps = [
      { ...job, status: 'downloading', downloaded_bytes: 400 },
      { ...job, status: 'paused', downloaded_bytes: 400 },
      { ...job, status: 'completed', downloaded_bytes: 1000 },
    ]
    const progress = await pull((step) => fake.answer(statusPath, { body: steps[step - 1] }))
    expect(progress).toEqual([
      { status: 'downloading', doneBytes: 0, totalBytes: 1000 },
      { status: 'downloading', doneBytes: 400, totalBytes: 1000 },
      { status: 'paused', doneBytes: 400, totalBytes: 1000 },
      { status: 'completed', doneBytes: 1000, totalBytes: 1000 },
    ])
    expect(provider.waits).toEqual([1000, 1000, 1000])
    expect(posted('/api/v1/models/download')).toEqual([{ model: 'openai/gpt-oss-20b' }])
  })

  test('that is there already ends at once', async () => {
    fake.answer('POST /api/v1/models/download', { body: { status: 'already_downloaded' } })
    expect(await pull()).toEqual([{ status: 'already_downloaded' }])
  })

  test('that nobody wants any more goes on over there, and says so', async () => {
    const controller = new AbortController()
    fake.answer(statusPath, { body: { ...job, status: 'downloading', downloaded_bytes: 400 } })
    const watch = async () => {
      for await (const { doneBytes } of manage().pull('openai/gpt-oss-20b', controller.signal)) {
        if (doneBytes === 400) controller.abort()
      }
    }
    await expect(watch()).rejects.toMatchObject({
      code: 'notSupported',
      details: { provider: 'lmstudio', model: 'openai/gpt-oss-20b' },
    })
  })

  test.each([
    [{ body: { ...job, status: 'failed' } }, 'serverError'],
    [{ body: { jobs: [] } }, 'malformedAnswer'],
    [{ status: 404, body: { error: { message: 'no model by that name' } } }, 'modelNotFound'],
    [{ body: { error: 'Unexpected endpoint or method.' } }, 'notSupported'],
    [{ body: { status: 'downloading' } }, 'malformedAnswer'],
  ])('that begins with %j', async (answered, code) => {
    fake.answer('POST /api/v1/models/download', answered)
    await expect(pull()).rejects.toMatchObject({ code })
  })
})

test('every instance of a model is taken out of memory', async () => {
  const loaded_instances = [{ id: 'a' }, { id: 'a:2', config: { context_length: 9 } }]
  const models = [{ type: 'llm', key: 'a', max_context_length: 99, loaded_instances }]
  fake.answer('/api/v1/models', { body: { models } })
  expect(await provider.models(never)).toMatchObject([{ loadState: 'loaded', contextTokens: 9 }])
  await manage().unload('a', never)
  expect(posted('/api/v1/models/unload')).toEqual([{ instance_id: 'a' }, { instance_id: 'a:2' }])
  await expect(manage().unload('b', never)).rejects.toMatchObject({ code: 'modelNotFound' })
})

test('deleting is said not to be possible', async () => {
  await expect(manage().remove('a', never)).rejects.toMatchObject({ code: 'notSupported' })
})

describe('the window that was set', () => {
  const localOptions = { contextTokens: 100_000, keepAliveMinutes: null }
  const request = ask('Hi', 'qwen/qwen3-4b')

  test('is what a model is loaded with, as far as it goes', async () => {
    const opened = openLocal('lmstudio', fake.origin, { localOptions })
    expect((await collect(opened, request)).text).toBe('This is lmstudio.')
    expect(posted('/api/v1/models/load')).toEqual([
      { model: 'qwen/qwen3-4b', context_length: 32_768 },
    ])
  })

  test('does not reload a model that is in memory, nor one that is not listed', async () => {
    const models = [{ type: 'llm', key: 'qwen/qwen3-4b', loaded_instances: [{ id: 'q' }] }]
    fake.answer('/api/v1/models', { body: { models } })
    const opened = openLocal('lmstudio', fake.origin, { localOptions })
    expect((await collect(opened, request)).text).toBe('This is lmstudio.')
    expect((await collect(opened, ask('Hi', 'other'))).text).toBe('This is lmstudio.')
    expect(posted('/api/v1/models/load')).toEqual([])
  })

  test('that the machine has no room for fails as a reply', async () => {
    fake.answer('POST /api/v1/models/load', {
      status: 500,
      body: { error: { message: 'Failed to load: insufficient memory' } },
    })
    const opened = openLocal('lmstudio', fake.origin, { localOptions, maxRetries: 0 })
    expect((await collect(opened, request)).error).toMatchObject({
      code: 'serverError',
      details: { model: 'qwen/qwen3-4b', answer: 'Failed to load: insufficient memory' },
    })
  })
})
