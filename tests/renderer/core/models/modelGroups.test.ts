import { expect, test } from 'vitest'
import { modelGroups } from '../../../../src/renderer/core/models/modelGroups.ts'
import type { Model } from '../../../../src/shared/models.ts'
import type { ProviderState } from '../../../../src/shared/providers.ts'

const providers = [
  { id: 'one', name: 'One' },
  { id: 'two', name: 'Two' },
] as ProviderState[]
const small = model('one', 'small', 'Small')
const large = model('two', 'large', 'Large')

function model(providerId: string, modelId: string, name: string): Model {
  return { providerId, modelId, name, local: false }
}

function namesIn(input: Partial<Parameters<typeof modelGroups>[0]>): unknown {
  const whole = { models: [small, large], providers, leading: [], chosen: null, ...input }
  return modelGroups(whole).map(({ label, models }) => [label, models.map(({ name }) => name)])
}

test('models stand under their provider, in the order of the providers', () => {
  expect(namesIn({ models: [large, small] })).toEqual([
    ['One', ['Small']],
    ['Two', ['Large']],
  ])
})

test('a leading group takes its models out of those of the providers, and names the listed', () => {
  const models = [
    { providerId: 'two', modelId: 'large' },
    { providerId: 'gone', modelId: 'old' },
  ]
  expect(namesIn({ leading: [{ label: 'Own', models }] })).toEqual([
    ['Own', ['Large', 'old']],
    ['One', ['Small']],
  ])
})

test('a chosen model that nobody lists stays, and is marked', () => {
  const chosen = { providerId: 'one', modelId: 'lost' }
  expect(namesIn({ chosen })).toEqual([
    ['One', ['Small', 'lost']],
    ['Two', ['Large']],
  ])
  const gone = { providerId: 'gone', modelId: 'lost' }
  expect(namesIn({ chosen: gone })).toContainEqual(['gone', ['lost']])
  const groups = modelGroups({ models: [small], providers, leading: [], chosen })
  expect(groups[0]?.models.map(({ isMissing }) => isMissing)).toEqual([undefined, true])
})
