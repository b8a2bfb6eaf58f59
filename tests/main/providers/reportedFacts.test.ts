import { expect, test } from 'vitest'
import { parsePage } from '../../../src/main/providers/anthropic/listModels.ts'
import { parseFoundations, toModels } from '../../../src/main/providers/bedrock/listModels.ts'
import { parseModels } from '../../../src/main/providers/openAiCompatible/listModels.ts'
import { modelTasks } from '../../../src/shared/models.ts'
import type { Model } from '../../../src/shared/models.ts'

/**
 * Facts about a model that each protocol's list can contain. All else comes from Parley's tables,
 * or is shown as unknown. docs/providers.md has the same table.
 */
const reported = {
  openAi: [
    'capabilities.audio',
    'capabilities.image',
    'capabilities.pdf',
    'capabilities.reasoning',
    'capabilities.structuredOutput',
    'capabilities.tools',
    'contextTokens',
    'outputTokensMaximum',
    'price',
    'retirement',
  ],
  anthropic: [
    'capabilities.image',
    'capabilities.pdf',
    'capabilities.reasoning',
    'capabilities.structuredOutput',
    'contextTokens',
    'outputTokensMaximum',
    'retirement',
  ],
  bedrock: ['capabilities.image', 'retirement', 'tasks'],
}

/** Returns what the models say beyond their names. */
function factsOf(models: readonly Model[]): string[] {
  const facts = models.flatMap((model) =>
    Object.entries(model).flatMap(([name, value]) =>
      name === 'capabilities' ? Object.keys(value as object).map((key) => `${name}.${key}`) : name,
    ),
  )
  const always = ['providerId', 'modelId', 'name', 'local']
  return [...new Set(facts)].filter((fact) => !always.includes(fact)).toSorted()
}

test('OpenAI’s list, with all that services add to it', () => {
  const entry = {
    id: 'large',
    context_length: 100,
    top_provider: { max_completion_tokens: 10 },
    architecture: { input_modalities: ['text', 'image', 'file', 'audio'] },
    supported_parameters: ['tools', 'reasoning', 'structured_outputs'],
    pricing: { prompt: '0.000001', completion: '0.000002' },
    shutdown_date: '2027-01-14',
  }
  const models = parseModels({ data: [entry] }, { providerId: 'p', local: false })
  expect(factsOf(models)).toEqual(reported.openAi)
})

test('Anthropic’s list, which has models for chat alone', () => {
  const supported = { supported: true }
  const entry = {
    id: 'claude',
    max_input_tokens: 100,
    max_tokens: 10,
    retires_at: '2027-01-14T00:00:00Z',
    capabilities: {
      image_input: supported,
      pdf_input: supported,
      structured_outputs: supported,
      thinking: supported,
    },
  }
  const { models } = parsePage({ data: [entry] }, 'p', false)
  expect(factsOf(models.map(({ model }) => model))).toEqual(reported.anthropic)
})

test('Bedrock’s list, which has models for other tasks too', () => {
  const foundations = parseFoundations({
    modelSummaries: [
      {
        modelId: 'maker.both',
        inputModalities: ['TEXT', 'IMAGE'],
        outputModalities: ['TEXT', 'IMAGE'],
        modelLifecycle: { status: 'LEGACY', endOfLifeTime: '2027-01-14T00:00:00Z' },
      },
    ],
  })
  expect(factsOf(toModels(foundations, [], 'p', modelTasks))).toEqual(reported.bedrock)
})
