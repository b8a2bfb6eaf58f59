import { afterEach, describe, expect, test } from 'vitest'
import { modelSchema } from '../../../../../src/shared/models.ts'
import { fakeOllamaModels, startFakeOllama } from '../../../../fakes/fakeOllama.ts'
import type { FakeOllama, FakeOllamaOptions } from '../../../../fakes/fakeOllama.ts'
import { startFakeServer, sendJson } from '../../../../fakes/fakeServer.ts'
import { ask, collect } from '../../collect.ts'
import { never, openLocal } from '../openLocal.ts'

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function start(options: FakeOllamaOptions = {}): Promise<FakeOllama> {
  const fake = await startFakeOllama(0, options)
  closers.push(fake.close)
  return fake
}

const shows = ({ requests }: FakeOllama) =>
  requests.filter(({ path }) => path === '/api/show').length

describe.each([
  ['looked at one by one', false],
  ['told by the list', true],
])('models whose abilities are %s', (_name, capabilitiesListed) => {
  test('are those for chat, with what they can, weigh and hold', async () => {
    const fake = await start({ capabilitiesListed })
    const models = await openLocal('ollama', fake.origin).models(never)
    for (const model of models) expect(modelSchema.parse(model)).toEqual(model)
    const common = { image: false, pdf: false, audio: false, tools: true, structuredOutput: true }
    expect(models).toEqual([
      {
        providerId: 'ollama',
        modelId: 'llama3.1:8b',
        name: 'llama3.1:8b',
        local: true,
        contextTokens: 131_072,
        capabilities: { ...common, reasoning: false },
        loadState: 'notLoaded',
        sizeBytes: 4_920_753_328,
      },
      {
        providerId: 'ollama',
        modelId: 'qwen3:4b',
        name: 'qwen3:4b',
        local: true,
        contextTokens: 40_960,
        capabilities: { ...common, reasoning: true },
        loadState: 'notLoaded',
        sizeBytes: 2_497_293_931,
      },
    ])
  })
})

test('a model that the user names is looked up, listed or not', async () => {
  const fake = await start()
  const { findModel } = openLocal('ollama', fake.origin)
  const [listed] = (await openLocal('ollama', fake.origin).models(never)).slice(1)
  const { sizeBytes: _sizeBytes, ...known } = listed ?? {}
  expect(await findModel?.('qwen3:4b', never)).toEqual(known)
  await expect(findModel?.('qwen4:4b', never)).rejects.toMatchObject({
    code: 'modelNotFound',
    details: { status: 404, model: 'qwen4:4b' },
  })
  await expect(findModel?.('nomic-embed-text:latest', never)).rejects.toMatchObject({
    code: 'notSupported',
  })
  expect(fake.requests.every(({ path }) => !path.startsWith('/v1'))).toBe(true)
})

test('a model that is named without its tag is known to be in memory', async () => {
  const server = await startFakeServer(({ path }, response) =>
    sendJson(
      response,
      200,
      path === '/api/ps' ? { models: [{ name: 'm:latest' }] } : { capabilities: ['completion'] },
    ),
  )
  closers.push(server.close)
  const { findModel } = openLocal('ollama', server.origin)
  expect(await findModel?.('m', never)).toMatchObject({ modelId: 'm', loadState: 'loaded' })
})

test.each([
  ['{{ .Prompt }}', { capabilities: ['completion', 'insert'] }, true],
  ['{{ .System }} {{ .Prompt }}', {}, false],
  ['{{ .Prompt }}', { renderer: 'qwen3-coder' }, false],
  ['{{ .Prompt }}', { capabilities: ['completion', 'vision'] }, false],
])('a model with the template %j and %j only completes: %j', async (template, more, expected) => {
  const [example] = fakeOllamaModels
  if (!example) throw new Error('There is no model')
  const base = { ...example, capabilities: ['completion'], template, ...more }
  const fake = await start({ models: [base] })
  const [model] = await openLocal('ollama', fake.origin).models(never)
  expect(model?.onlyCompletes).toBe(expected)
})

test('many models are looked at once each, and a few at a time', async () => {
  const [example] = fakeOllamaModels
  if (!example) throw new Error('There is no model')
  const models = Array.from({ length: 40 }, (_, index) => ({
    ...example,
    name: `m:${String(index)}`,
  }))
  let now = 0
  let most = 0
  const server = await startFakeServer(async ({ path }, response) => {
    if (path !== '/api/show') {
      const list = models.map(({ name }) => ({ name, digest: name }))
      sendJson(response, 200, { models: path === '/api/tags' ? list : [] })
      return
    }
    most = Math.max(most, (now += 1))
    await new Promise((resolve) => setTimeout(resolve, 2))
    now -= 1
    sendJson(response, 200, { capabilities: ['completion'], model_info: {} })
  })
  closers.push(server.close)
  const provider = openLocal('ollama', server.origin)
  expect(await provider.models(never)).toHaveLength(40)
  expect(await provider.models(never)).toHaveLength(40)
  expect(server.requests.filter(({ path }) => path === '/api/show')).toHaveLength(40)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(4)
})

test('a model that was fetched anew is looked at anew', async () => {
  const fake = await start({ registry: { 'qwen3:4b': [1000, 500] } })
  const provider = openLocal('ollama', fake.origin)
  await provider.models(never)
  const before = shows(fake)
  for await (const progress of provider.manage?.pull('qwen3:4b', never) ?? []) void progress
  await provider.models(never)
  expect(shows(fake)).toBe(before + 1)
})

describe('the window', () => {
  const [example] = fakeOllamaModels
  const model = { ...example, name: 'm:1b', contextLength: 32_768 } as (typeof fakeOllamaModels)[0]

  async function windowOf(parameters: string, contextTokens: number | null, loadedTokens?: number) {
    const fake = await start({ models: [{ ...model, parameters }] })
    if (loadedTokens !== undefined) fake.loaded.set('m:1b', loadedTokens)
    const localOptions = { contextTokens, keepAliveMinutes: null }
    const [found] = await openLocal('ollama', fake.origin, { localOptions }).models(never)
    return found?.contextTokens
  }

  test.each([
    ['what the model was made for', '', null, undefined, 32_768],
    [
      'what its file says',
      'stop "<|end|>"\nnum_ctx                        8192',
      null,
      undefined,
      8192,
    ],
    ['what its file says, though less is loaded', 'num_ctx 8192', null, 4096, 8192],
    ['what it was loaded with, if that is more', 'num_ctx 8192', null, 16_384, 16_384],
    ['what the user has set', 'num_ctx 8192', 16_384, 4096, 16_384],
    ['never more than the model can', '', 1_000_000, undefined, 32_768],
  ] as const)('is %s', async (_name, parameters, set, loadedTokens, expected) => {
    expect(await windowOf(parameters, set, loadedTokens)).toBe(expected)
  })
})

test('a model of the cloud is not called local', async () => {
  const [example] = fakeOllamaModels
  const cloud = { ...example, name: 'big:cloud', remoteHost: 'https://ollama.com:443' }
  const fake = await start({ models: [cloud as (typeof fakeOllamaModels)[0]] })
  const [model] = await openLocal('ollama', fake.origin).models(never)
  expect(model).toMatchObject({ modelId: 'big:cloud', local: false })
  expect(model).not.toHaveProperty('loadState')
  expect(model).not.toHaveProperty('sizeBytes')
})

test('a model shows as loading from the question to its first word, then as loaded', async () => {
  const fake = await start()
  const release = Promise.withResolvers<void>()
  fake.holdUp(release.promise)
  const provider = openLocal('ollama', fake.origin)
  const stateOf = async (modelId: string) =>
    (await provider.models(never)).find((model) => model.modelId === modelId)?.loadState
  expect(await stateOf('qwen3:4b')).toBe('notLoaded')
  const reply = collect(provider, ask('Hi', 'qwen3:4b'))
  while (!fake.requests.some(({ path }) => path === '/api/chat')) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  expect(await stateOf('qwen3:4b')).toBe('loading')
  expect(await stateOf('llama3.1:8b')).toBe('notLoaded')
  release.resolve()
  expect((await reply).text).toBe('You said: Hi')
  expect(await stateOf('qwen3:4b')).toBe('loaded')
  await provider.manage?.unload('qwen3:4b', never)
  expect(await stateOf('qwen3:4b')).toBe('notLoaded')
})

test('a reply that fails or is stopped no longer counts as loading', async () => {
  const fake = await start()
  fake.holdUp(new Promise(() => undefined))
  const provider = openLocal('ollama', fake.origin)
  const stop = new AbortController()
  const reply = collect(provider, ask('Hi', 'qwen3:4b'), stop.signal)
  while (!fake.requests.some(({ path }) => path === '/api/chat')) {
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  stop.abort()
  expect((await reply).error?.code).toBe('aborted')
  const states = (await provider.models(never)).map(({ loadState }) => loadState)
  expect(states).toEqual(['notLoaded', 'notLoaded'])
})

test.each([
  ['nothing but the list', 404, {}],
  ['nonsense', 200, 'soon'],
])('a list is had from a server that says %s', async (_name, status, body) => {
  const server = await startFakeServer(({ path }, response) => {
    if (path === '/api/tags')
      sendJson(response, 200, { models: [{ name: 'a:1b' }, 7, { name: '' }] })
    else sendJson(response, status, body)
  })
  closers.push(server.close)
  const models = await openLocal('ollama', server.origin).models(never)
  expect(models).toEqual([{ providerId: 'ollama', modelId: 'a:1b', name: 'a:1b', local: true }])
})

test.each([
  [200, 'text/html', '<html>', 'notAnApi'],
  [200, 'application/json', '{"models": 3}', 'malformedAnswer'],
  [401, 'application/json', '{"error":"unauthorized"}', 'keyRefused'],
])('a list that is status %d and %s %s', async (status, type, body, code) => {
  const server = await startFakeServer((_seen, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  closers.push(server.close)
  await expect(openLocal('ollama', server.origin).models(never)).rejects.toMatchObject({ code })
})
