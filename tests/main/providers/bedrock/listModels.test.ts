import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import { openBedrock } from './openBedrock.ts'

let fake: FakeBedrock

beforeEach(async () => {
  fake = await startFakeBedrock()
})

afterEach(() => fake.close())

const { signal } = new AbortController()

const foundations = [
  {
    modelId: 'amazon.nova-2-lite-v1:0',
    modelName: 'Nova 2 Lite',
    inputModalities: ['TEXT', 'IMAGE'],
    outputModalities: ['TEXT'],
    inferenceTypesSupported: ['ON_DEMAND'],
    modelLifecycle: { status: 'ACTIVE' },
  },
  {
    modelId: 'anthropic.claude-large',
    modelName: 'Claude Large',
    inputModalities: ['TEXT'],
    outputModalities: ['TEXT'],
    inferenceTypesSupported: ['INFERENCE_PROFILE'],
    modelLifecycle: { status: 'LEGACY', endOfLifeTime: '2027-01-14T00:00:00Z' },
  },
  {
    modelId: 'meta.llama-old',
    modelName: 'Llama Old',
    inputModalities: ['TEXT'],
    outputModalities: ['TEXT'],
    inferenceTypesSupported: ['ON_DEMAND', 'PROVISIONED'],
    modelLifecycle: { status: 'LEGACY', endOfLifeTime: 1_799_884_800 },
  },
  { modelId: 'stability.painter', outputModalities: ['IMAGE'] },
  { modelId: 'mistral.bare' },
  { odd: true },
]

const profile = (id: string, base: string, more: object = {}) => ({
  inferenceProfileId: id,
  inferenceProfileName: id.toUpperCase(),
  inferenceProfileArn: `arn:aws:bedrock:eu-central-1:1:inference-profile/${id}`,
  models: [{ modelArn: `arn:aws:bedrock:eu-central-1::foundation-model/${base}` }],
  status: 'ACTIVE',
  type: 'SYSTEM_DEFINED',
  ...more,
})

const profiles = [
  profile('eu.anthropic.claude-large', 'anthropic.claude-large'),
  profile('eu.stability.painter', 'stability.painter'),
  profile('mine', 'amazon.nova-2-lite-v1:0', { type: 'APPLICATION' }),
  profile('eu.elsewhere', 'unknown.model'),
]

test('models on demand and inference profiles, with what is known of them', async () => {
  fake.list({ foundations, profiles })
  const models = await openBedrock(fake.origin).models(signal)
  const common = { providerId: 'bedrock', local: false }
  expect(models).toEqual([
    {
      ...common,
      modelId: 'amazon.nova-2-lite-v1:0',
      name: 'Nova 2 Lite',
      capabilities: { image: true },
    },
    {
      ...common,
      modelId: 'meta.llama-old',
      name: 'Llama Old',
      capabilities: { image: false },
      retirement: { date: '2027-01-14', replacement: null },
    },
    { ...common, modelId: 'mistral.bare', name: 'mistral.bare' },
    {
      ...common,
      modelId: 'eu.anthropic.claude-large',
      name: 'EU.ANTHROPIC.CLAUDE-LARGE',
      capabilities: { image: false },
      retirement: { date: '2027-01-14', replacement: null },
    },
    {
      ...common,
      modelId: 'arn:aws:bedrock:eu-central-1:1:inference-profile/mine',
      name: 'MINE',
      capabilities: { image: true },
    },
    { ...common, modelId: 'eu.elsewhere', name: 'EU.ELSEWHERE' },
  ])
  expect(fake.requests.map(({ path }) => path)).toEqual([
    '/foundation-models',
    '/inference-profiles',
  ])
})

const denied = {
  status: 403,
  type: 'AccessDeniedException',
  message: 'User is not authorized to perform: bedrock:ListFoundationModels',
}

test('a key that may not list them offers those of the table', async () => {
  fake.list(denied)
  const open = (fallbackModels: string[]) => openBedrock(fake.origin, { fallbackModels })
  const models = await open(['a', 'b']).models(signal)
  expect(models.map(({ modelId }) => modelId)).toEqual(['a', 'b'])
  await expect(open([]).models(signal)).rejects.toMatchObject({ code: 'permissionDenied' })
})

test('any other failure is told', async () => {
  fake.list({ status: 429, type: 'ThrottlingException', message: 'Slow down.' })
  const provider = openBedrock(fake.origin, { fallbackModels: ['a'] })
  await expect(provider.models(signal)).rejects.toMatchObject({ code: 'rateLimited' })
  const wrong = openBedrock(fake.origin, { key: 'AKIAFAKEPARLEY:wrong', fallbackModels: ['a'] })
  await expect(wrong.models(signal)).rejects.toMatchObject({ code: 'keyRefused' })
})
