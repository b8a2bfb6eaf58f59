import { expect, onTestFinished, test } from 'vitest'
import type { OpenAiCompatibleOptions } from '../../../../src/main/providers/openAiCompatible/openAiCompatible.ts'
import { startFakeOpenAi, type FakeOpenAiOptions } from '../../../fakes/fakeOpenAi.ts'
import { openService } from './openService.ts'

const { signal } = new AbortController()

async function open(given: FakeOpenAiOptions, options: Partial<OpenAiCompatibleOptions> = {}) {
  const fake = await startFakeOpenAi(given)
  onTestFinished(() => fake.close())
  const { findModel } = openService(fake.baseUrl, options)
  const paths = () => fake.requests.map(({ path }) => path)
  return { find: (modelId: string) => findModel?.(modelId, signal), paths, fake }
}

test('a model that is not listed is found, with its limits and its end', async () => {
  const hidden = [
    { id: 'ft:gpt-4.1:org::id', context_length: 1_000_000, shutdown_date: '2027-01-14' },
  ]
  const { find, paths } = await open({ hidden })
  expect(await find('ft:gpt-4.1:org::id')).toEqual({
    providerId: 'fake',
    modelId: 'ft:gpt-4.1:org::id',
    name: 'ft:gpt-4.1:org::id',
    local: true,
    contextTokens: 1_000_000,
    retirement: { date: '2027-01-14', replacement: null },
  })
  expect(paths()).toEqual(['/v1/models/ft:gpt-4.1:org::id'])
})

test.each([
  ['encoded', ['/v1/models/meta-llama%2Fllama-4']],
  ['plain', ['/v1/models/meta-llama%2Fllama-4', '/v1/models/meta-llama/llama-4']],
] as const)('an id with a slash is found where slashes are %s', async (slashes, asked) => {
  const hidden = [{ id: 'meta-llama/llama-4', context_length: 10_000 }]
  const { find, paths } = await open({ hidden, slashes })
  expect(await find('meta-llama/llama-4')).toMatchObject({ contextTokens: 10_000 })
  expect(paths()).toEqual(asked)
})

test('Google’s ids are found below their kind', async () => {
  const hidden = [{ id: 'gemini-9', object: 'model' }]
  const { find, paths } = await open({ hidden })
  expect(await find('models/gemini-9')).toMatchObject({ modelId: 'models/gemini-9' })
  expect(paths()).toEqual(['/v1/models/gemini-9'])
})

test('a model that nobody has is a 404', async () => {
  const { find, paths } = await open({})
  await expect(find('gpt 9?#/x')).rejects.toMatchObject({ details: { status: 404 } })
  expect(paths()).toEqual(['/v1/models/gpt%209%3F%23%2Fx', '/v1/models/gpt%209%3F%23/x'])
})

test.each(['..', 'a/../../x', 'a//b', '.', '/'])('%j is never asked for', async (modelId) => {
  const { find, paths } = await open({})
  await expect(find(modelId)).rejects.toMatchObject({ code: 'notSupported' })
  expect(paths()).toEqual([])
})

test.each<[string, Partial<OpenAiCompatibleOptions>]>([
  ['whose models are deployments', { keyHeader: 'api-key' }],
  ['with its list elsewhere', { modelsPath: '../v1/models' }],
  ['without a list', { fixedModels: ['sonar'] }],
])('a service %s is not asked for one', async (_what, options) => {
  const { find, paths } = await open({}, options)
  await expect(find('parley-large')).rejects.toMatchObject({ code: 'notSupported' })
  expect(paths()).toEqual([])
})

test('an answer that is no model is no find', async () => {
  const { find, fake } = await open({})
  fake.behaveAt('/v1/models/x', { kind: 'status', status: 200, body: { object: 'list', data: [] } })
  await expect(find('x')).rejects.toMatchObject({ code: 'malformedAnswer' })
  fake.behaveAt('/v1/models/y', { kind: 'status', status: 200, body: { data: { id: 'y' } } })
  expect(await find('y')).toMatchObject({ modelId: 'y' })
})
