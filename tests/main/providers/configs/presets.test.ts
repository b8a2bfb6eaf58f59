import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseBaseUrl } from '../../../../src/main/providers/configs/baseUrl.ts'
import {
  findPreset,
  listPresets,
  presetOf,
} from '../../../../src/main/providers/configs/presets.ts'
import type { ServiceEntry } from '../../../../src/main/providers/configs/presets.ts'
import { servicePresetSchema } from '../../../../src/main/providers/configs/servicePreset.ts'
import { parseModels } from '../../../../src/main/providers/openAiCompatible/listModels.ts'

const presets = listPresets()
const parse = (services: unknown[]) => z.array(servicePresetSchema).parse(services)

test('there are at least 25 services, each with an id, a name and an address of its own', () => {
  expect(presets.length).toBeGreaterThanOrEqual(25)
  for (const field of ['id', 'name', 'baseUrl'] as const) {
    expect(new Set(presets.map((preset) => preset[field])).size).toBe(presets.length)
  }
})

test.each(presets.map((preset) => [preset.name, preset] as const))(
  '%s is asked over https, and says where its key comes from',
  (_name, { baseUrl, keyUrl, needsKey, modelsPath }) => {
    const filled = baseUrl.replaceAll(/\{\w+\}/g, 'x')
    expect(parseBaseUrl(filled, '').baseUrl).toBe(filled)
    expect(new URL(filled).protocol).toBe('https:')
    expect(keyUrl === null && needsKey).toBe(false)
    // The request for the list must not carry the key to another host.
    const list = new URL(modelsPath ?? 'models', `${filled}/`)
    expect(list.origin).toBe(new URL(filled).origin)
  },
)

test('the services of the table are whole, and have no field that nobody reads', () => {
  expect(parse([...presets])).toEqual(presets)
})

test('a service that does not state its tasks is refused', () => {
  const service = {
    id: 'new',
    name: 'New',
    baseUrl: 'https://api.new.example/v1',
    keyUrl: 'https://new.example/keys',
  }
  const parseEntries = (entries: object[]) =>
    parse(entries.map((entry) => presetOf(entry as ServiceEntry)))
  expect(parseEntries([{ ...service, tasks: ['chat'] }])).toMatchObject([{ tasks: ['chat'] }])
  expect(() => parseEntries([service])).toThrow('tasks')
  expect(() => parseEntries([{ ...service, tasks: [] }])).toThrow('tasks')
  expect(() => parseEntries([{ ...service, tasks: ['chat'], speaks: true }])).toThrow('speaks')
})

test('the list is as a person would look through it', () => {
  expect(presets.slice(0, 3).map(({ id }) => id)).toEqual(['openai', 'anthropic', 'gemini'])
})

test('OpenAI’s models are asked through the endpoint that serves them', () => {
  const { responsesModels } = findPreset('openai') ?? {}
  const viaResponses = ['o3', 'o4-mini', 'gpt-5', 'gpt-5-pro', 'gpt-5-codex', 'o3-deep-research']
  const viaChat = ['gpt-4o', 'gpt-4.1-mini', 'gpt-3.5-turbo', 'gpt-4o-audio-preview']
  expect(viaResponses.filter((id) => responsesModels?.test(id))).toEqual(viaResponses)
  expect(viaChat.filter((id) => responsesModels?.test(id))).toEqual([])
})

test('OpenAI’s models that only Responses serves are listed', () => {
  const { excludeModels: exclude } = findPreset('openai') ?? {}
  const served = ['o1-pro', 'codex-mini-latest', 'o4-mini-deep-research', 'gpt-5-pro']
  const json = { data: [...served, 'gpt-3.5-turbo-instruct'].map((id) => ({ id })) }
  const models = parseModels(json, { providerId: 'openai', local: false, exclude })
  expect(models.map(({ modelId }) => modelId)).toEqual(served)
})
