import { expect, test } from 'vitest'
import { maxModelIdLength } from '../../../src/shared/limits.ts'
import { modelReferenceSchema } from '../../../src/shared/models.ts'
import { voiceReferenceSchema } from '../../../src/shared/speech/voices.ts'

test('a voice takes every model id that a model may have', () => {
  const model = { providerId: 'studio', modelId: 'm'.repeat(maxModelIdLength) }
  expect(modelReferenceSchema.parse(model)).toEqual(model)
  const voice = { family: 'openAi', ...model, voice: 'alloy' }
  expect(voiceReferenceSchema.parse(voice)).toEqual(voice)
})
