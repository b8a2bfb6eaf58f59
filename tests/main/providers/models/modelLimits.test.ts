import { expect, test } from 'vitest'
import { boundModels, maxModels } from '../../../../src/main/providers/models/modelLimits.ts'

const model = (modelId: string) => ({ providerId: 'p', modelId, name: modelId, local: false })

test('keeps a list that there is room for as it is', () => {
  const models = Array.from({ length: maxModels }, (_, index) => model(String(index)))
  expect(boundModels(models)).toEqual({ models, cut: false })
  expect(boundModels([...models, model('one more')])).toEqual({ models, cut: true })
})

test('lists a model once, and no name that is a text of its own', () => {
  const long = { ...model('a'), name: 'x'.repeat(1_000_000) }
  const { models, cut } = boundModels([long, model('b'), model('a')])
  expect({ ids: models.map(({ modelId }) => modelId), cut }).toEqual({
    ids: ['a', 'b'],
    cut: false,
  })
  expect(models[0]?.name).toHaveLength(300)
})
