import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { startFakeServer } from '../../../fakes/fakeServer.ts'
import type { OpenAiCompatibleOptions } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { fakeKey, openService } from './openService.ts'

let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi({ key: fakeKey })
})

afterEach(() => fake.close())

function list(options: Partial<OpenAiCompatibleOptions> = {}) {
  return openService(fake.baseUrl, options).models(new AbortController().signal)
}

async function idsOf(options: Partial<OpenAiCompatibleOptions> = {}) {
  return (await list(options)).map(({ modelId }) => modelId)
}

test('lists the chat models, newest first', async () => {
  expect(await list()).toEqual([
    { providerId: 'fake', modelId: 'parley-large', name: 'parley-large', local: true },
    { providerId: 'fake', modelId: 'parley-small', name: 'parley-small', local: true },
  ])
})

test('lists the fixed models of a service that has no list', async () => {
  expect(await idsOf({ fixedModels: ['sonar'] })).toEqual(['sonar'])
  expect(fake.requests).toEqual([])
})

test('lists further ids first, and each once', async () => {
  const extraModels = ['my-deployment', 'parley-small']
  expect(await idsOf({ extraModels })).toEqual(['my-deployment', 'parley-large', 'parley-small'])
})

test.each([404, 405])(
  'does without a list that is answered with %i where ids are given',
  async (status) => {
    fake.behaveAt('/v1/models', { kind: 'status', status, body: { error: { message: 'None' } } })
    expect(await idsOf({ extraModels: ['my-deployment'] })).toEqual(['my-deployment'])
    await expect(list()).rejects.toMatchObject({ details: { status, answer: 'None' } })
  },
)

test('does not hide a key that is refused behind the ids that are given', async () => {
  await expect(list({ key: 'sk-wrong', extraModels: ['my-deployment'] })).rejects.toMatchObject({
    code: 'keyRefused',
  })
})

test('finds a list that lies elsewhere, by the names that requests take', async () => {
  const result = [
    { id: '0a1b', name: '@cf/openai/gpt-oss-120b', task: { name: 'Text Generation' } },
    { id: '2c3d', name: '@cf/some/painter', task: { name: 'Text-to-Image' } },
    { id: '4e5f', name: null, task: null },
  ]
  fake.behaveAt('/models/search', { kind: 'status', status: 200, body: { result } })
  const options = { modelsPath: '../models/search?per_page=9', modelIdField: 'name' } as const
  expect(await idsOf(options)).toEqual(['@cf/openai/gpt-oss-120b'])
  expect(fake.requests[0]?.query.get('per_page')).toBe('9')
  expect(fake.requests[0]?.headers.authorization).toBe(`Bearer ${fakeKey}`)
})

test('a model that the user added chats, though its id names another task', async () => {
  const service = await startFakeServer((_seen, response) => {
    response.end(JSON.stringify({ data: [{ id: 'whisper-1' }, { id: 'tts-1' }] }))
  })
  const provider = openService(service.origin, { extraModels: ['whisper-1'] })
  const models = await provider.models(new AbortController().signal, ['chat', 'transcribe'])
  expect(models.map(({ modelId, tasks }) => [modelId, tasks])).toEqual([
    ['whisper-1', ['chat', 'transcribe']],
  ])
  await service.close()
})
