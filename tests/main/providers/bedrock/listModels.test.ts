import { afterEach, beforeEach, expect, test } from 'vitest'
import { startFakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { FakeBedrock } from '../../../fakes/fakeBedrock.ts'
import type { ModelTask } from '../../../../src/shared/models.ts'
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

const others = [
  { modelId: 'amazon.titan-embed-text-v2:0', outputModalities: ['EMBEDDING'] },
  { modelId: 'amazon.nova-canvas-v1:0', outputModalities: ['IMAGE'] },
  { modelId: 'amazon.nova-reel-v1:1', outputModalities: ['VIDEO'] },
  // Rerankers report text, as models that chat do.
  { modelId: 'cohere.rerank-v3-5:0', inputModalities: ['TEXT'], outputModalities: ['TEXT'] },
  {
    modelId: 'amazon.nova-sonic-v1:0',
    inputModalities: ['SPEECH'],
    outputModalities: ['SPEECH', 'TEXT'],
  },
  { modelId: 'some.speaker', outputModalities: ['SPEECH'] },
]

test('models for other tasks are told by what they give, and only if they are asked for', async () => {
  fake.list({ foundations: [...others, ...foundations], profiles })
  const tasksOf = async (...tasks: ModelTask[]) => {
    const models = await openBedrock(fake.origin).models(signal, tasks)
    return models.map(({ modelId, tasks: known }) => [modelId, ...(known ?? ['chat'])])
  }
  expect(await tasksOf('embed')).toEqual([['amazon.titan-embed-text-v2:0', 'embed']])
  expect(await tasksOf('image', 'video', 'rerank')).toEqual([
    ['amazon.nova-canvas-v1:0', 'image'],
    ['amazon.nova-reel-v1:1', 'video'],
    ['cohere.rerank-v3-5:0', 'rerank'],
    ['stability.painter', 'image'],
    ['eu.stability.painter', 'image'],
  ])
  const chatting = await tasksOf('chat')
  expect(chatting.map(([modelId]) => modelId)).not.toContain('cohere.rerank-v3-5:0')
  expect(chatting.every(([, ...tasks]) => tasks.join() === 'chat')).toBe(true)
  expect(chatting).toHaveLength(6)
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
  // The table has none of another task.
  const embedding = open(['a', 'b']).models(signal, ['embed'])
  await expect(embedding).rejects.toMatchObject({ code: 'permissionDenied' })
})

test('any other failure is told', async () => {
  fake.list({ status: 429, type: 'ThrottlingException', message: 'Slow down.' })
  const provider = openBedrock(fake.origin, { fallbackModels: ['a'] })
  await expect(provider.models(signal)).rejects.toMatchObject({ code: 'rateLimited' })
  const wrong = openBedrock(fake.origin, { key: 'AKIAFAKEPARLEY:wrong', fallbackModels: ['a'] })
  await expect(wrong.models(signal)).rejects.toMatchObject({ code: 'keyRefused' })
})

test('one model is found by its id, or by that of a profile', async () => {
  fake.list({ foundations, profiles })
  const { findModel } = openBedrock(fake.origin)
  expect(await findModel?.('anthropic.claude-large', signal)).toMatchObject({
    modelId: 'anthropic.claude-large',
    name: 'Claude Large',
    retirement: { date: '2027-01-14' },
  })
  expect(await findModel?.('eu.anthropic.claude-large', signal)).toMatchObject({
    modelId: 'eu.anthropic.claude-large',
    name: 'EU.ANTHROPIC.CLAUDE-LARGE',
    retirement: { date: '2027-01-14' },
  })
  for (const id of ['anthropic.claude-lrage', 'eu.anthropic.claude-lrage']) {
    await expect(findModel?.(id, signal)).rejects.toMatchObject({ details: { status: 404 } })
  }
})
