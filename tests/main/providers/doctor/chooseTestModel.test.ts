import { expect, test } from 'vitest'
import { chooseTestModel } from '../../../../src/main/providers/doctor/chooseTestModel.ts'
import type { Model } from '../../../../src/shared/models.ts'

const now = Date.parse('2026-11-21')

function models(...given: (Partial<Model> & { modelId: string })[]): Model[] {
  return given.map((model) => ({
    providerId: 'p',
    name: model.modelId,
    local: false,
    ...model,
  }))
}

test.each([
  [
    'the one that was used last and is listed',
    models({ modelId: 'small', price: { input: 0, output: 0 } }, { modelId: 'used' }),
    'used',
  ],
  [
    'the cheapest',
    models(
      { modelId: 'dear', price: { input: 5, output: 30 } },
      { modelId: 'x-mini' },
      { modelId: 'cheap', price: { input: 1, output: 2 } },
    ),
    'cheap',
  ],
  [
    'a small one by its name',
    models({ modelId: 'gemini-pro' }, { modelId: 'gpt-9-mini' }),
    'gpt-9-mini',
  ],
  [
    'none that is retired',
    models(
      { modelId: 'old-mini', retirement: { date: '2026-11-20', replacement: null } },
      { modelId: 'new' },
    ),
    'new',
  ],
  [
    'what is loaded already',
    models(
      { modelId: 'a:1b', local: true, sizeBytes: 1e9, loadState: 'notLoaded' },
      { modelId: 'b:70b', local: true, sizeBytes: 4e10, loadState: 'loaded' },
    ),
    'b:70b',
  ],
  [
    'or the smallest file',
    models(
      { modelId: 'b:70b', local: true, sizeBytes: 4e10 },
      { modelId: 'a:1b', local: true, sizeBytes: 1e9 },
    ),
    'a:1b',
  ],
])('%s', (_name, listed, modelId) => {
  const used = [
    { providerId: 'other', modelId: 'small' },
    { providerId: 'p', modelId: 'gone' },
    { providerId: 'p', modelId: 'used' },
  ]
  expect(chooseTestModel(listed, used, now)?.modelId).toBe(modelId)
})

test('nothing where there is nothing', () => {
  expect(chooseTestModel([], [], now)).toBeUndefined()
})
