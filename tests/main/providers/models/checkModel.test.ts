import { expect, onTestFinished, test } from 'vitest'
import { startFakeAnthropic } from '../../../fakes/fakeAnthropic.ts'
import { startFakeOpenAi, type FakeOpenAiOptions } from '../../../fakes/fakeOpenAi.ts'
import { openProviders } from '../openProviders.ts'

/** Opens a service that the user added, with models that the user typed. */
async function open(given: FakeOpenAiOptions, extraModels: string[]) {
  const fake = await startFakeOpenAi(given)
  onTestFinished(() => fake.close())
  const { providers } = openProviders()
  const { id } = await providers.add({ presetId: null, name: 'Fake', baseUrl: fake.baseUrl })
  await providers.update(id, { extraModels })
  const check = (modelId: string) => providers.checkModel({ providerId: id, modelId })
  return { fake, check, providers, id }
}

test('a typed model that the service has is found, and its limits are in the list', async () => {
  const hidden = [{ id: 'ft:parley:org::1', context_length: 4000, max_completion_tokens: 900 }]
  const { check, providers } = await open({ hidden }, ['ft:parley:org::1', 'typo'])
  const limits = { modelId: 'ft:parley:org::1', contextTokens: 4000, outputTokensMaximum: 900 }
  expect(await check('ft:parley:org::1')).toMatchObject({ outcome: 'found', model: limits })
  const { models } = await providers.models(false)
  expect(models.find(({ modelId }) => modelId === 'ft:parley:org::1')).toMatchObject(limits)
  // It is used as it was typed.
  expect(models.map(({ modelId }) => modelId)).toContain('typo')
})

test('one that the service does not have is told, with the names that may be meant', async () => {
  const { check } = await open({}, ['parley-lrage'])
  expect(await check('parley-lrage')).toEqual({ outcome: 'missing', nearest: ['parley-large'] })
})

test.each<[string, FakeOpenAiOptions, unknown]>([
  ['tells of no single model', { slashes: null }, null],
  ['lists none', { models: [] }, null],
  ['refuses the key', { key: 'sk-other' }, expect.objectContaining({ code: 'keyRefused' })],
])('where the service %s, a model is unchecked', async (_what, given, error) => {
  const { check } = await open(given, ['parley-lrage'])
  expect(await check('parley-lrage')).toEqual({ outcome: 'unchecked', error })
})

test('where the service can’t be reached, a model is unchecked', async () => {
  const { check, fake } = await open({}, ['x'])
  await fake.close()
  expect(await check('x')).toMatchObject({
    outcome: 'unchecked',
    error: { code: expect.stringMatching(/^(?:connectionFailed|serverNotRunning)$/) as unknown },
  })
})

test('a refusal of the question leaves the key usable', async () => {
  const { check, fake, providers, id } = await open({}, ['x'])
  const body = { error: { message: 'Not for you', code: 'insufficient_permissions' } }
  fake.behaveAt('/v1/models/x', { kind: 'status', status: 403, body })
  expect(await check('x')).toMatchObject({
    outcome: 'unchecked',
    error: { code: 'permissionDenied' },
  })
  const state = (await providers.list()).find((one) => one.id === id)
  expect(state?.keys.map(({ condition }) => condition)).not.toContain('denied')
})

test('Anthropic’s hidden models are found and listed, too', async () => {
  const hidden = { 'claude-old': { id: 'claude-old-1', display_name: 'Old', max_input_tokens: 99 } }
  const fake = await startFakeAnthropic({ hidden })
  onTestFinished(() => fake.close())
  const { providers } = openProviders()
  const baseUrl = fake.origin
  const { id } = await providers.add({ presetId: null, kind: 'anthropic', name: 'A', baseUrl })
  await providers.update(id, { extraModels: ['claude-old', 'claude-lrage'] })
  const model = { providerId: id, modelId: 'claude-old', name: 'Old', contextTokens: 99 }
  expect(await providers.checkModel({ providerId: id, modelId: 'claude-old' })).toMatchObject({
    outcome: 'found',
    model,
  })
  expect(await providers.checkModel({ providerId: id, modelId: 'claude-lrage' })).toEqual({
    outcome: 'missing',
    nearest: ['claude-large'],
  })
  const { models } = await providers.models(false)
  const own = models.filter(({ providerId }) => providerId === id)
  expect(own).toMatchObject([model, { modelId: 'claude-lrage' }, {}, {}])
})
