import { describe, expect, test } from 'vitest'
import { untouchedFields } from '../../../../src/main/providers/configs/configs.ts'
import { bedrockModels } from '../../../../src/main/providers/modelTables/bedrockModels.ts'
import { completeModel } from '../../../../src/main/providers/modelTables/completeModel.ts'
import { modelRows } from '../../../../src/main/providers/modelTables/modelTable.ts'
import { modelSchema } from '../../../../src/shared/models.ts'
import type { Model } from '../../../../src/shared/models.ts'
import type { ProviderConfig } from '../../../../src/shared/providers.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

function configOf(fields: Partial<ProviderConfig>): ProviderConfig {
  const base = { id: 'p', kind: 'openai-compatible', presetId: null, name: 'P' } as const
  return { ...untouchedFields, ...base, baseUrl: 'https://p.example/v1', ...fields }
}

const openAi = configOf({ presetId: 'openai' })
const anthropic = configOf({ kind: 'anthropic', presetId: 'anthropic' })
const gateway = configOf({ presetId: 'openrouter' })
const custom = configOf({})
const ollama = configOf({ id: 'ollama', kind: 'local', presetId: 'ollama' })
const bedrock = (region: string) =>
  configOf({
    kind: 'bedrock',
    presetId: 'bedrock',
    aws: { region, credentials: 'accessKey', profile: 'default', operation: 'converse' },
  })

function complete(
  modelId: string,
  config: ProviderConfig,
  more: Partial<Model> = {},
  listed?: string[],
) {
  const model = { providerId: 'p', modelId, name: modelId, local: false, ...more }
  const options = { now, listed: listed && new Set(listed) }
  return modelSchema.parse(completeModel(model, config, options))
}

test('the table holds every id of a provider once', () => {
  const ids = modelRows().map(({ provider, id }) => `${provider}/${id}`)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(100)
})

test('a model is completed by what its own service is known to say', () => {
  expect(complete('gpt-4.1', openAi)).toEqual({
    providerId: 'p',
    modelId: 'gpt-4.1',
    name: 'GPT-4.1',
    local: false,
    contextTokens: 1_047_576,
    outputTokensMaximum: 32_768,
    capabilities: { image: true, pdf: true, tools: true, reasoning: false, pictures: 'free' },
    price: { input: 2, output: 8, cachedInput: 0.5 },
    retirement: { date: '2027-01-14', replacement: 'gpt-6-luna' },
  })
})

test('the base of a model in the table only continues texts, unless its server knows better', () => {
  const only = (id: string, config: ProviderConfig, more: Partial<Model> = {}) =>
    complete(id, config, more).onlyCompletes
  expect(only('qwen3:8b-base', ollama)).toBe(true)
  expect(only('qwen3:8b-base-q4_K_M', ollama)).toBe(true)
  expect(only('some/gpt-4.1-base', custom)).toBe(true)
  expect(only('qwen3:8b-base', ollama, { onlyCompletes: false })).not.toBe(true)
  expect(only('qwen3:8b', ollama)).toBeUndefined()
  expect(only('my-base', custom)).toBeUndefined()
})

test('pictures within answers are made by models of services that have the tool', () => {
  const pictures = (modelId: string, config: ProviderConfig) =>
    complete(modelId, config).capabilities?.pictures
  expect(pictures('gpt-5.4', openAi)).toBe('free')
  expect(pictures('gpt-5.3-codex', openAi)).toBeUndefined()
  expect(pictures('gpt-5.4', configOf({ presetId: 'azure' }))).toBe('named')
  // The tool is one of the Responses API, and of no gateway.
  expect(pictures('gpt-5.4', configOf({ presetId: 'openai', api: 'chat' }))).toBeUndefined()
  expect(pictures('openai/gpt-5.4', gateway)).toBeUndefined()
})

test('a service that has set no end for a model is believed, rather than the table', () => {
  expect(complete('gpt-4.1', openAi).retirement).toBeDefined()
  expect(complete('gpt-4.1', openAi, { hasNoShutdown: true }).retirement).toBeUndefined()
})

test('what the server says counts', () => {
  const model = complete('gpt-4.1', openAi, {
    name: 'Ours',
    contextTokens: 8000,
    capabilities: { image: false, audio: true },
    price: { input: 1, output: 1 },
    retirement: { date: '2030-01-01', replacement: null },
  })
  expect(model).toMatchObject({
    name: 'Ours',
    contextTokens: 8000,
    capabilities: { image: false, audio: true, pdf: true, tools: true },
    price: { input: 1, output: 1 },
    retirement: { date: '2030-01-01', replacement: 'gpt-6-luna' },
  })
})

test.each([
  ['openai/gpt-4.1', gateway],
  ['models/gpt-4.1', custom],
  ['gpt-4.1-2025-04-14', gateway],
  ['GPT-4.1:latest', custom],
  ['anthropic/claude-sonnet-4.5', gateway],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', gateway],
  ['claude-sonnet-4-5-20250929', custom],
])('%s is known whoever serves it, but not its price there', (modelId, config) => {
  const model = complete(modelId, config)
  expect(model.contextTokens).toBeGreaterThan(100_000)
  expect(model.capabilities?.image).toBe(true)
  expect(model.price).toBeUndefined()
  expect(model.name).toBe(modelId)
})

test.each([openAi, anthropic, gateway, custom, ollama, bedrock('us-east-1')])(
  'of an unknown model nothing is claimed',
  (config) => {
    const unknown = { providerId: 'p', modelId: 'my-own-9b', name: 'my-own-9b', local: false }
    expect(complete('my-own-9b', config)).toEqual(unknown)
  },
)

test('a local model is known by its family, and not by a name that a hosted one has', () => {
  expect(complete('llama3.1:8b', ollama).contextTokens).toBe(128_000)
  expect(complete('llama3.1:8b', ollama).name).toBe('llama3.1:8b')
  expect(complete('gpt-4.1', ollama).contextTokens).toBeUndefined()
})

describe('Bedrock', () => {
  test('is offered the profiles of its area', () => {
    expect(bedrockModels('eu-central-1')).toContain('eu.anthropic.claude-sonnet-4-5-20250929-v1:0')
    expect(bedrockModels('ap-northeast-1')).toContain(
      'jp.anthropic.claude-sonnet-4-5-20250929-v1:0',
    )
    expect(bedrockModels('sa-east-1')).toContain('amazon.nova-lite-v1:0')
    expect(bedrockModels('sa-east-1')).toContain('global.xai.grok-4.7')
  })

  test('has its facts with and without an area, and prices where they hold', () => {
    const id = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
    expect(complete(`us.${id}`, bedrock('us-east-1')).price?.input).toBeGreaterThan(0)
    expect(complete(`eu.${id}`, bedrock('eu-west-1'))).toMatchObject({
      capabilities: { image: true, tools: true },
    })
    expect(complete(`eu.${id}`, bedrock('eu-west-1')).price).toBeUndefined()
    expect(complete('global.xai.grok-4.7', bedrock('eu-west-1')).price).toMatchObject({ input: 2 })
    expect(complete('us.xai.grok-4.7', bedrock('us-east-1')).price).toBeUndefined()
  })
})

describe('retirement', () => {
  test.each([
    ['gpt-4-0314', openAi, '2026-03-26', 'gpt-5.6-sol'],
    ['gpt-4-0314', custom, '2026-03-26', 'gpt-5.6-sol'],
    ['claude-2.0', anthropic, '2025-07-21', 'claude-opus-4-8'],
    ['deepseek-chat', configOf({ presetId: 'deepseek' }), '2026-07-24', 'deepseek-v4-flash'],
    ['models/gemini-1.5-pro', configOf({ presetId: 'gemini' }), '2026-06-17', 'gemini-2.5-pro'],
    [
      'us.anthropic.claude-3-5-sonnet-20241022-v2:0',
      bedrock('us-east-1'),
      '2026-07-30',
      'us.anthropic.claude-sonnet-5',
    ],
  ])('%s', (modelId, config, date, replacement) => {
    expect(complete(modelId, config).retirement).toEqual({ date, replacement })
  })

  test.each([
    ['claude-3.5-sonnet-20241022', anthropic, 'claude-3-5-sonnet-20241022'],
    ['claude-3.5-sonnet', anthropic, 'claude-3-5-sonnet-latest'],
    ['Claude-2.0', custom, 'claude-2.0'],
    ['claude-2-0', anthropic, 'claude-2.0'],
    ['gpt-4-5-preview', openAi, 'gpt-4.5-preview'],
    ['gemini-1-5-pro', configOf({ presetId: 'gemini' }), 'gemini-1.5-pro'],
  ])('%s is known in another spelling', (modelId, config, known) => {
    const { retirement } = complete(known, config)
    expect(retirement).toBeDefined()
    expect(complete(modelId, config).retirement).toEqual(retirement)
  })

  test('a replacement is written as the service lists it, with a dot', () => {
    const listed = ['claude-opus-4.8', 'claude-2.0']
    expect(complete('claude-2-0', custom, {}, listed).retirement?.replacement).toBe(
      'claude-opus-4.8',
    )
  })

  test('a replacement that is retired itself is followed to one that works', () => {
    // chatgpt-4o-latest was to be followed by gpt-5.1-chat-latest, which has retired too.
    expect(complete('chatgpt-4o-latest', openAi).retirement?.replacement).toBe('gpt-5.6-sol')
  })

  test('a replacement is written as the service lists it', () => {
    const listed = ['eu.anthropic.claude-sonnet-5', 'anthropic.claude-sonnet-4-20250514-v1:0']
    const id = 'anthropic.claude-sonnet-4-20250514-v1:0'
    expect(complete(id, bedrock('eu-west-1'), {}, listed).retirement?.replacement).toBe(
      'eu.anthropic.claude-sonnet-5',
    )
  })

  test.each([
    ['gpt-4-0314', gateway],
    ['openai/gpt-4-0314', gateway],
    ['gpt-4-0314', ollama],
    ['gpt-4-0314', anthropic],
    ['gpt-5.5', openAi],
    ['gpt-5-5', openAi],
    ['claude-2.0-sonnet', anthropic],
  ])('%s has none that its service would have named', (modelId, config) => {
    expect(complete(modelId, config).retirement).toBeUndefined()
  })
})
