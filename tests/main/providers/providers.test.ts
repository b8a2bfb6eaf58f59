import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { untouchedFields } from '../../../src/main/providers/configs/configs.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { modelSchema } from '../../../src/shared/models.ts'
import { providerStateSchema } from '../../../src/shared/providers.ts'
import type { FakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { startFakeLocalServer } from '../../fakes/fakeLocalServer.ts'
import { startFakeOllama } from '../../fakes/fakeOllama.ts'
import { startFakeServer } from '../../fakes/fakeServer.ts'
import { ask, collect } from './collect.ts'
import { noKeychain, nowhere, openProviders } from './openProviders.ts'

const key = 'sk-fake-0123456789'
let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi({ key })
})

afterEach(() => fake.close())

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  const error = await promise.catch((reason: unknown) => reason)
  return error instanceof AppError ? error.code : undefined
}

test('the guide and the known local servers are always there', async () => {
  const { providers } = openProviders()
  const states = await providers.list()
  for (const state of states) expect(providerStateSchema.parse(state)).toEqual(state)
  expect(states.map(({ id, removable }) => [id, removable])).toEqual(
    ['guide', 'ollama', 'lmstudio', 'llamacpp', 'vllm', 'localai', 'jan', 'koboldcpp'].map((id) => [
      id,
      false,
    ]),
  )
  expect(await codeOf(providers.remove('ollama'))).toBe('forbidden')
})

test('the list for the first paint asks the keychain for no local server', async () => {
  const asked: string[] = []
  const getPassword = (_service: string, account: string): Promise<null> => {
    asked.push(account)
    return Promise.resolve(null)
  }
  const { providers } = openProviders({}, { ...noKeychain, getPassword })
  await providers.add({ presetId: 'groq' })
  const atStart = await providers.listAtStart()
  expect(asked).toEqual(['groq'])
  expect(atStart).toEqual(await providers.list())
  expect(asked).toContain('ollama')
})

test('every preset can be added, or asks for what is missing in its address', async () => {
  const { providers } = openProviders()
  for (const preset of providers.presets()) {
    const added = providers.add({ presetId: preset.id })
    if (preset.kind === 'bedrock') {
      const address = preset.baseUrl.replace('{region}', 'us-east-1')
      expect(await added).toMatchObject({ baseUrl: address, aws: { region: 'us-east-1' } })
    } else if (preset.baseUrl.includes('{')) expect(await codeOf(added)).toBe('addressInvalid')
    else expect(await added).toMatchObject({ id: preset.id, baseUrl: preset.baseUrl })
  }
  const azure = { presetId: 'azure', baseUrl: 'https://mine.openai.azure.com/openai/v1' }
  expect(await providers.add(azure)).toMatchObject({ id: 'azure', name: 'Azure OpenAI' })
})

test('an added provider answers once it has its key, and is gone with it', async () => {
  const { providers, secrets, setKey, settings, events } = openProviders()
  const state = await providers.add({ presetId: null, name: 'Mine', baseUrl: fake.origin })
  expect(state).toMatchObject({
    id: 'custom',
    name: 'Mine',
    baseUrl: fake.baseUrl,
    keySource: 'none',
    found: true,
    removable: true,
  })
  expect(await codeOf(providers.check('custom'))).toBe('keyMissing')
  await setKey('custom', key)
  expect(await providers.check('custom')).toMatchObject({ models: 2 })
  const reply = await collect(await providers.lookup('custom'), ask('Hi'))
  expect(reply.text).toBe('You said: Hi')
  expect((await providers.list()).at(-1)?.keySource).toBe('session')
  await providers.remove('custom')
  expect(await secrets.state('custom', fake.origin)).toEqual({ source: 'none', boundTo: null })
  expect(settings.get().providers).toEqual([])
  expect(await codeOf(providers.lookup('custom'))).toBe('providerMissing')
  expect(events.length).toBeGreaterThanOrEqual(3)
})

test('two of one service get names of their own', async () => {
  const { providers } = openProviders()
  const first = await providers.add({ presetId: 'openai' })
  const second = await providers.add({ presetId: 'openai', name: 'Work' })
  expect([first.id, second.id]).toEqual(['openai', 'openai-2'])
})

test.each([
  ['has none', undefined, 'keyMissing'],
  ['can not be asked for one', noKeychain, 'keychainUnavailable'],
])('a service whose keychain %s says so', async (_name, native, code) => {
  const { providers } = openProviders({}, native)
  await providers.add({ presetId: 'openai' })
  const { error } = await collect(await providers.lookup('openai'), ask('Hi'))
  expect(error?.code).toBe(code)
  expect((await providers.models(false)).failures).toMatchObject([{ error: { code } }])
})

test('changes are kept, checked, and take effect at the next request', async () => {
  const { providers, settings } = openProviders()
  const other = await startFakeOpenAi()
  await providers.add({ presetId: null, baseUrl: other.origin })
  const patch = { headers: { 'x-team': 'blue' }, query: { v: '1' }, name: 'Blue' }
  const shown = { headers: { 'x-team': null }, query: { v: null }, name: 'Blue' }
  expect(await providers.update('custom', patch)).toMatchObject(shown)
  await collect(await providers.lookup('custom'), ask('Hi'))
  expect(other.requests.at(-1)?.headers['x-team']).toBe('blue')
  expect(other.requests.at(-1)?.query.get('v')).toBe('1')
  expect(await codeOf(providers.update('custom', { baseUrl: 'ftp://x' }))).toBe('addressInvalid')
  const bad = { headers: { 'x bad': 'a\nb' } }
  expect(await codeOf(providers.update('custom', bad))).toBe('badInput')
  expect(settings.get().providers[0]).toMatchObject(shown)
  await providers.update('custom', { enabled: false })
  expect(await codeOf(providers.lookup('custom'))).toBe('providerMissing')
  expect(await codeOf(providers.update('nobody', { enabled: false }))).toBe('providerMissing')
  await other.close()
})

describe('models', () => {
  test('come from every enabled provider, with the reason where some can not be listed', async () => {
    const { providers, setKey } = openProviders()
    await providers.add({ presetId: null, baseUrl: fake.origin })
    await providers.add({ presetId: null, baseUrl: `${nowhere}/v1`, name: 'Gone' })
    await setKey('custom', key)
    const { models, failures } = await providers.models(false)
    expect(models.map(({ providerId, modelId }) => `${providerId}/${modelId}`)).toEqual([
      'guide/parley-guide',
      'custom/parley-large',
      'custom/parley-small',
    ])
    expect(failures).toMatchObject([
      { providerId: 'custom-2', error: { code: 'serverNotRunning' } },
    ])
  })

  test('are asked for once, until they are to be fresh or the key changes', async () => {
    const { providers, setKey } = openProviders()
    await providers.add({ presetId: null, baseUrl: fake.origin })
    await setKey('custom', key)
    const asked = () => fake.requests.filter(({ path }) => path === '/v1/models').length
    await Promise.all([providers.models(false), providers.models(false)])
    await providers.models(false)
    // One list serves all tasks.
    await providers.models(false, 'transcribe')
    await providers.models(false, 'realtime')
    expect(asked()).toBe(1)
    await providers.models(true)
    expect(asked()).toBe(2)
    await setKey('custom', 'sk-another-0123456789')
    const { failures } = await providers.models(false)
    expect(asked()).toBe(3)
    expect(failures).toMatchObject([{ providerId: 'custom', error: { code: 'keyRefused' } }])
  })

  test('of a slow provider come later, and do not hold up the others', async () => {
    const release = Promise.withResolvers<void>()
    const slow = await startFakeServer(async (_seen, response) => {
      await release.promise
      response.end(JSON.stringify({ data: [{ id: 'late' }] }))
    })
    const { providers, events } = openProviders({ modelsMilliseconds: 50 })
    await providers.add({ presetId: null, baseUrl: slow.origin })
    const first = await providers.models(false)
    expect(first).toMatchObject({ models: [{ modelId: 'parley-guide' }], failures: [] })
    const before = events.length
    release.resolve()
    while (events.length === before) await new Promise((resolve) => setTimeout(resolve, 5))
    const second = await providers.models(false)
    expect(second.models.map(({ modelId }) => modelId)).toEqual(['parley-guide', 'late'])
    await slow.close()
  })
})

describe('local servers', () => {
  test('are found where the environment says, and answer', async () => {
    const ollama = await startFakeOllama()
    const { providers } = openProviders({
      environment: { OLLAMA_HOST: `127.0.0.1:${String(ollama.port)}` },
    })
    const found = (await providers.discover()).filter((state) => state.found)
    expect(found.map(({ id }) => id)).toEqual(['guide', 'ollama'])
    const { models } = await providers.models(false)
    expect(models).toMatchObject([
      { providerId: 'guide', modelId: 'parley-guide', name: 'Parley guide', local: true },
      { providerId: 'ollama', modelId: 'llama3.1:8b', name: 'llama3.1:8b', local: true },
      { providerId: 'ollama', modelId: 'qwen3:4b', name: 'qwen3:4b', local: true },
    ])
    for (const model of models) expect(modelSchema.parse(model)).toEqual(model)
    const reply = await collect(await providers.lookup('ollama'), ask('Hi', 'qwen3:4b'))
    expect(reply.text).toBe('You said: Hi')
    const missing = await collect(await providers.lookup('ollama'), ask('Hi', 'gone:1b'))
    expect(missing.error?.code).toBe('modelNotFound')
    await ollama.close()
    const { error } = await collect(await providers.lookup('ollama'), ask('Hi', 'qwen3:4b'))
    expect(error?.code).toBe('serverNotRunning')
    expect((await providers.discover()).find(({ id }) => id === 'ollama')?.found).toBe(false)
  })

  test.each([
    ['lmstudio', 'lmstudio', ['Qwen3 4B']],
    ['lmstudioOlder', 'lmstudio', ['qwen2-vl-7b', 'phi-4']],
    ['llamacpp', 'llamacpp', ['gemma-3-4b.gguf']],
    ['vllm', 'vllm', ['Qwen/Qwen3-8B']],
    ['localai', 'localai', ['llama-3.2-1b-instruct']],
    ['jan', 'jan', ['jan-nano-4b']],
    ['koboldcpp', 'koboldcpp', ['koboldcpp/mistral-7b']],
  ] as const)('%s is found at the address in the settings', async (kind, id, names) => {
    const server = await startFakeLocalServer(kind)
    const { providers } = openProviders()
    expect(await providers.update(id, { baseUrl: server.origin })).toMatchObject({
      found: true,
      baseUrl: server.baseUrl,
      removable: false,
    })
    const { models } = await providers.models(false)
    expect(models.flatMap((model) => (model.providerId === id ? [model.name] : []))).toEqual(names)
    const reply = await collect(await providers.lookup(id), ask('Hi'))
    expect(reply.text).toBe(`This is ${kind}.`)
    await server.close()
  })

  test('that are switched off are neither looked for nor listed', async () => {
    const ollama = await startFakeOllama()
    const { providers } = openProviders({ environment: { OLLAMA_HOST: ollama.origin } })
    await providers.update('ollama', { enabled: false })
    expect((await providers.discover()).find(({ id }) => id === 'ollama')?.found).toBe(false)
    expect(ollama.requests).toEqual([])
    await ollama.close()
  })
})

test('a settings file that was edited by hand does no harm', async () => {
  const { providers, settings } = openProviders()
  const odd = { ...untouchedFields, presetId: null, name: 'Odd' }
  settings.update({
    providers: [
      { ...odd, id: 'broken', kind: 'openai-compatible', baseUrl: 'not an address' },
      { ...odd, id: 'broken', kind: 'openai-compatible', baseUrl: 'http://double.example' },
      { ...odd, id: 'ollama', kind: 'local', baseUrl: '::::' },
      { ...odd, id: 'a#b', kind: 'anthropic', baseUrl: 'https://double.example' },
      { ...odd, id: 'cloud', kind: 'bedrock', baseUrl: 'https://no-region.example' },
      { ...odd, id: 'stranger', kind: 'local', baseUrl: 'http://127.0.0.1:1/v1' },
    ],
  })
  const ids = (await providers.list()).map(({ id }) => id)
  expect(ids.filter((id) => id === 'broken')).toHaveLength(1)
  for (const id of ['stranger', 'a#b', 'cloud']) expect(ids).not.toContain(id)
  const { models, failures } = await providers.models(false)
  expect(models.map(({ modelId }) => modelId)).toEqual(['parley-guide'])
  expect(failures).toMatchObject([{ providerId: 'broken', error: { code: 'addressInvalid' } }])
})
