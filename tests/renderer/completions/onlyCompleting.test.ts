import { expect, test } from 'vitest'
import { findOnlyCompleting } from '../../../src/renderer/completions/onlyCompleting.ts'

const model = (modelId: string, onlyCompletes?: boolean) => ({
  ...{ providerId: 'one', modelId, name: modelId, local: true },
  ...(onlyCompletes !== undefined && { onlyCompletes }),
})
const models = [model('chat'), model('coder', false), model('base', true), model('bare')]
const reference = (modelId: string) => ({ providerId: 'one', modelId })

test('a model that has refused to chat comes before one of which its server says so', () => {
  expect(findOnlyCompleting(models, [reference('gone'), reference('bare')])).toEqual(
    reference('bare'),
  )
  expect(findOnlyCompleting(models, [reference('gone')])).toEqual(reference('base'))
  expect(findOnlyCompleting(models.slice(0, 2), [])).toBeUndefined()
})
