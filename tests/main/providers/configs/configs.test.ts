import { expect, test } from 'vitest'
import { changedConfig, newConfig } from '../../../../src/main/providers/configs/configs.ts'
import { providerConfigSchema } from '../../../../src/shared/providers.ts'
import type { Aws, ProviderConfig } from '../../../../src/shared/providers.ts'

const isFree = () => false
const bedrock = () => newConfig({ presetId: 'bedrock' }, isFree)

test('an address of one kind or the other', () => {
  const address = { presetId: null, baseUrl: 'http://127.0.0.1:1234' }
  const openAi = newConfig(address, isFree)
  expect(openAi).toMatchObject({ kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1' })
  const anthropic = newConfig({ ...address, kind: 'anthropic' }, isFree)
  expect(anthropic).toMatchObject({ kind: 'anthropic', baseUrl: 'http://127.0.0.1:1234' })
  const pasted = 'https://llm.example/anthropic/v1/messages'
  expect(changedConfig(anthropic, { baseUrl: pasted }).baseUrl).toBe(
    'https://llm.example/anthropic/v1',
  )
  for (const config of [openAi, anthropic, bedrock()]) {
    expect(providerConfigSchema.parse(config)).toEqual(config)
  }
})

test("Bedrock's address moves with its region, and one's own stays", () => {
  const aws = { ...(bedrock().aws as Aws), region: 'eu-central-1' }
  const moved = changedConfig(bedrock(), { aws })
  expect(moved).toMatchObject({
    aws,
    baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
  })
  const own = changedConfig(bedrock(), { baseUrl: 'https://vpce-1.example' })
  expect(changedConfig(own, { aws }).baseUrl).toBe('https://vpce-1.example')
  const region = 'evil.example/#'
  expect(() => changedConfig(bedrock(), { aws: { ...aws, region } })).toThrow(
    expect.objectContaining({ code: 'addressInvalid' }),
  )
})

test('what belongs to another kind is not taken', () => {
  const config = newConfig({ presetId: null, baseUrl: 'https://llm.example' }, isFree)
  const patch = {
    aws: bedrock().aws,
    localOptions: { contextTokens: 4096, keepAliveMinutes: 5 },
    api: 'responses' as const,
    moderation: true,
    extraModels: [' one ', 'two', 'one', ''],
  }
  expect(changedConfig(config, patch)).toEqual({
    ...config,
    api: 'responses',
    moderation: true,
    extraModels: ['one', 'two'],
  })
  const local: ProviderConfig = { ...config, id: 'ollama', kind: 'local' }
  expect(changedConfig(local, patch).localOptions).toEqual(patch.localOptions)
})
