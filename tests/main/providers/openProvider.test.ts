import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../fakes/fakeOpenAi.ts'
import { ask, collect } from './collect.ts'
import { openProviders } from './openProviders.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi({ models: [{ id: 'gpt-5.6-sol' }, { id: 'gpt-4-0314' }] })
})

afterEach(() => fake.close())

async function open() {
  const opened = openProviders()
  await opened.providers.add({ presetId: null, baseUrl: fake.origin })
  return opened
}

const missing = {
  kind: 'status' as const,
  status: 404,
  body: { error: { message: 'The model does not exist', code: 'model_not_found' } },
}

test('a model that is missing since its retirement is retired, with what to take instead', async () => {
  const { providers } = await open()
  fake.behave(missing)
  const provider = await providers.lookup('custom')
  const retired = await collect(provider, ask('Hi', 'gpt-4-0314'))
  expect(retired.error).toMatchObject({
    code: 'modelRetired',
    details: { replacement: 'gpt-5.6-sol', status: 404, model: 'gpt-4-0314' },
  })
  const mistyped = await collect(provider, ask('Hi', 'gpt-4-0315'))
  expect(mistyped.error?.code).toBe('modelNotFound')
})

test('a retired model that still answers is let answer', async () => {
  const { providers } = await open()
  const reply = await collect(await providers.lookup('custom'), ask('Hi', 'gpt-4-0314'))
  expect(reply.text).toBe('You said: Hi')
})

test('the replies of a server on this machine come over one connection', async () => {
  const { providers } = await open()
  const ports = new Set<number | undefined>()
  fake.behave((_request, { remotePort }) => {
    ports.add(remotePort)
    return { kind: 'answer', text: 'Yes' }
  })
  const provider = await providers.lookup('custom')
  for (let count = 0; count < 3; count += 1) await collect(provider, ask('Hi', 'gpt-5.6-sol'))
  expect(ports.size).toBe(1)
})

test('a model is described by the first list, for which its service is asked once', async () => {
  const { providers } = await open()
  const reference = { providerId: 'custom', modelId: 'gpt-4-0314' }
  const described = await providers.describe(reference)
  expect(described).toMatchObject({
    ...reference,
    local: true,
    retirement: { date: '2026-03-26', replacement: 'gpt-5.6-sol' },
  })
  expect(await providers.describe(reference)).toEqual(described)
  const paths = fake.requests.map(({ path }) => path)
  expect(paths.toSorted()).toEqual(['/v1/assistants', '/v1/models'])
  const { models } = await providers.models(false)
  expect(models).toContainEqual(described)
  await expect(providers.describe({ providerId: 'nobody', modelId: 'x' })).rejects.toMatchObject({
    code: 'providerMissing',
  })
})

test('a model is described by the first list if that is on its way', async () => {
  const { providers } = await open()
  const data = [{ id: 'seer', object: 'model', capabilities: { vision: true } }]
  const held = Promise.withResolvers<void>()
  async function* pieces() {
    await held.promise
    yield new TextEncoder().encode(JSON.stringify({ object: 'list', data }))
  }
  fake.behaveAt('/v1/models', { kind: 'bytes', pieces: pieces(), type: 'application/json' })
  const listed = providers.models(false)
  // The list has been asked for, as by the page at the start.
  await expect.poll(() => fake.requests.length).toBeGreaterThan(0)
  const describing = providers.describe({ providerId: 'custom', modelId: 'seer' })
  held.resolve()
  expect((await describing).capabilities?.image).toBe(true)
  await listed
})

test('what is known of the model goes with the request', async () => {
  const { providers } = await open()
  const bytes = new TextEncoder().encode('%PDF-1.7')
  const file = {
    id: '0'.repeat(64),
    name: 'paper.pdf',
    mediaType: 'application/pdf',
    sizeBytes: bytes.length,
  }
  const question = (modelId: string) => ({
    modelId,
    turns: [
      {
        role: 'user' as const,
        parts: [
          { type: 'text' as const, text: 'Read it' },
          { type: 'file' as const, file, read: () => Promise.resolve(bytes) },
        ],
      },
    ],
  })
  fake.behave({ kind: 'answer', text: 'Read.' })
  const provider = await providers.lookup('custom')
  const known = await collect(provider, question('gpt-4.1'))
  expect(known.events.filter(({ type }) => type === 'warning')).toEqual([])
  const unknown = await collect(provider, question('my-own-9b'))
  expect(unknown.events.filter(({ type }) => type === 'warning')).toEqual([
    { type: 'warning', warning: { code: 'attachmentDropped', subject: 'paper.pdf' } },
  ])
})

test('what a provider cannot do is told before it is tried', async () => {
  const { providers } = await open()
  const reference = { providerId: 'custom', modelId: 'gpt-4.1' }
  await expect(providers.deleteModel(reference)).rejects.toMatchObject({ code: 'notSupported' })
  await expect(providers.unloadModel(reference)).rejects.toMatchObject({ code: 'notSupported' })
  const pull = async () => {
    for await (const _progress of providers.pullModel(reference, AbortSignal.timeout(1000)));
  }
  await expect(pull()).rejects.toMatchObject({ code: 'notSupported' })
  expect((await providers.list()).at(-1)).toMatchObject({
    canManageModels: false,
    canModerate: false,
  })
})
