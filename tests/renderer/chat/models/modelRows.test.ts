import { expect, test } from 'vitest'
import type { Model } from '../../../../src/shared/models.ts'
import type { ProviderState } from '../../../../src/shared/providers.ts'
import { modelRows, usefulFilters } from '../../../../src/renderer/chat/models/modelRows.ts'
import type { ModelRowsInput } from '../../../../src/renderer/chat/models/modelRows.ts'

const model = (providerId: string, modelId: string, more: Partial<Model> = {}): Model => ({
  providerId,
  modelId,
  name: modelId.toUpperCase(),
  local: false,
  ...more,
})

const models = [
  model('cloud', 'large', { capabilities: { image: true, tools: true } }),
  model('cloud', 'small', { capabilities: { tools: true } }),
  model('home', 'mini', { local: true, capabilities: { tools: true } }),
]
const providers = [
  { id: 'cloud', name: 'The Cloud' },
  { id: 'home', name: 'My Machine' },
] as ProviderState[]

const input = (more: Partial<ModelRowsInput> = {}): ModelRowsInput => ({
  models,
  providers,
  favourites: [],
  recent: [],
  query: '',
  filters: new Set(),
  headings: { favourites: 'Favorites', recent: 'Recent' },
  ...more,
})

const lines = (more: Partial<ModelRowsInput>) =>
  modelRows(input(more)).map((row) => [row.heading ?? '', row.model.modelId])

test('models stand under their providers, in their order', () => {
  expect(lines({})).toEqual([
    ['The Cloud', 'large'],
    ['', 'small'],
    ['My Machine', 'mini'],
  ])
})

test('favourites and recent ones come first, and nothing twice of these two', () => {
  const small = { providerId: 'cloud', modelId: 'small' }
  const mini = { providerId: 'home', modelId: 'mini' }
  expect(lines({ favourites: [small], recent: [small, mini] }).slice(0, 2)).toEqual([
    ['Favorites', 'small'],
    ['Recent', 'mini'],
  ])
})

test('a favourite that is not listed now is left out', () => {
  const gone = { providerId: 'cloud', modelId: 'gone' }
  expect(lines({ favourites: [gone] })[0]).toEqual(['The Cloud', 'large'])
})

test('a search looks at name, id and provider, in any order, and shows each model once', () => {
  const favourites = [{ providerId: 'cloud', modelId: 'large' }]
  expect(lines({ query: 'cloud LAR', favourites })).toEqual([['', 'large']])
  expect(lines({ query: 'machine' })).toEqual([['', 'mini']])
  expect(lines({ query: 'nothing' })).toEqual([])
})

test('a search lists the best match first, whoever offers it', () => {
  const offered = [model('cloud', 'omni-mini'), model('cloud', 'mini-2'), model('home', 'mini')]
  expect(lines({ models: offered, query: 'mini' })).toEqual([
    ['', 'mini'],
    ['', 'mini-2'],
    ['', 'omni-mini'],
  ])
})

test('filters leave what can do all of it', () => {
  expect(lines({ filters: new Set(['tools']) })).toHaveLength(3)
  expect(lines({ filters: new Set(['tools', 'image']) })).toEqual([['The Cloud', 'large']])
  expect(lines({ filters: new Set(['local']) })).toEqual([['My Machine', 'mini']])
})

test('only filters that part the list are offered', () => {
  expect(usefulFilters(models)).toEqual(['local', 'image'])
  expect(usefulFilters([])).toEqual([])
})

test('keys are unique, also where a model stands twice', () => {
  const favourites = [{ providerId: 'cloud', modelId: 'large' }]
  const keys = modelRows(input({ favourites })).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
})
