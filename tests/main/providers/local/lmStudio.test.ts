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

describe('two instances of a model', () => {
  const listOf = (...loaded_instances: object[]) => ({
    body: { models: [{ type: 'llm', key: 'a', max_context_length: 99, loaded_instances }] },
  })
  const small = { id: 'a', config: { context_length: 9 } }
  const large = { id: 'a:2', config: { context_length: 42 } }

  test('are listed each with its own window, and asked by its own id', async () => {
    fake.answer('/api/v1/models', listOf(small, large))
    expect(await provider.models(never)).toMatchObject([
      { modelId: 'a', name: 'a', loadState: 'loaded', contextTokens: 9 },
      { modelId: 'a:2', name: 'a (a:2)', loadState: 'loaded', contextTokens: 42 },
    ])
    await collect(provider, ask('Hi', 'a:2'))
    expect(posted('/v1/chat/completions')).toMatchObject([{ model: 'a:2' }])
  })

  test('one of which has another name leave the model to the server, which takes any', async () => {
    fake.answer('/api/v1/models', listOf({ ...small, id: 'mine' }, large))
    const models = await provider.models(never)
    expect(models.map(({ modelId, contextTokens }) => [modelId, contextTokens])).toEqual([
      ['a', 9],
      ['mine', 9],
      ['a:2', 42],
    ])
    await manage().unload('a', never)
    expect(posted('/api/v1/models/unload')).toEqual([
      { instance_id: 'mine' },
      { instance_id: 'a:2' },
    ])
  })

  test('are taken out of memory one by one', async () => {
    fake.answer('/api/v1/models', listOf(small, large))
    await manage().unload('a:2', never)
    await manage().unload('a', never)
    expect(posted('/api/v1/models/unload')).toEqual([{ instance_id: 'a:2' }, { instance_id: 'a' }])
    await expect(manage().unload('b', never)).rejects.toMatchObject({ code: 'modelNotFound' })
  })
})

test('deleting is said not to be possible', async () => {
  await expect(manage().remove('a', never)).rejects.toMatchObject({ code: 'notSupported' })
})

test('before it is loaded, a window is only the most that it can be', async () => {
  const [model] = await provider.models(never)
  expect(model).toMatchObject({ contextTokens: 32_768, contextIsMaximum: true })
  const localOptions = { contextTokens: 8192, keepAliveMinutes: null }
  const [set] = await openLocal('lmstudio', fake.origin, { localOptions }).models(never)
  expect(set?.contextTokens).toBe(8192)
  expect(set?.contextIsMaximum).toBeUndefined()
})

test('a prompt that the loaded window has cut is told of', async () => {
  const text = 'All work and no play makes Jack a dull boy. '.repeat(1000)
  const loaded = { id: 'a', config: { context_length: 4096 } }
  const models = [
    { type: 'llm', key: 'a', max_context_length: 131_072, loaded_instances: [loaded] },
  ]
  fake.answer('/api/v1/models', { body: { models } })
  const usage = { prompt_tokens: 4096, completion_tokens: 1, total_tokens: 4097 }
  const choices = [{ index: 0, message: { content: 'Yes' }, finish_reason: 'stop' }]
  fake.answer('POST /v1/chat/completions', { body: { choices, usage } })
  const { events } = await collect(provider, ask(text, 'a'))
  expect(events.flatMap((event) => (event.type === 'warning' ? [event.warning.code] : []))).toEqual(
    ['promptCut'],
  )
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
