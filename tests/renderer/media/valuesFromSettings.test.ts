import { expect, test } from 'vitest'
import { sdFields } from '../../../src/main/media/sdApi/sdForm.ts'
import { imageDialectOf } from '../../../src/main/media/openAiImages/imageDialects.ts'
import {
  unusedSettings,
  valuesFromSettings,
} from '../../../src/renderer/media/form/valuesFromSettings.ts'
import { savedSettingsSchema } from '../../../src/shared/mediaSettings.ts'

const settings = savedSettingsSchema.parse({
  ...{ prompt: 'A fox', negativePrompt: 'blur', seed: 7, width: 832, height: 1216 },
  ...{ steps: 30, guidance: 6 },
})

test('a form takes what it has a field for', () => {
  expect(valuesFromSettings(sdFields([]), settings)).toEqual({
    ...{ prompt: 'A fox', negative_prompt: 'blur', seed: 7, size: '832x1216' },
    ...{ steps: 30, cfg_scale: 6 },
  })
})

test('a size that the model does not make is left out, one that it can is taken', () => {
  const fields = (modelId: string) => imageDialectOf('openai', modelId).fields(modelId)
  expect(valuesFromSettings(fields('gpt-image-1.5'), settings)).toEqual({ prompt: 'A fox' })
  expect(valuesFromSettings(fields('gpt-image-2'), settings)).toEqual({
    prompt: 'A fox',
    size: { width: 832, height: 1216 },
  })
})

test('what a form has no place for is named', () => {
  const fields = (modelId: string) => imageDialectOf('openai', modelId).fields(modelId)
  expect(unusedSettings(sdFields([]), settings)).toEqual([])
  const lacking = ['negative_prompt', 'seed', 'steps', 'guidance']
  expect(unusedSettings(fields('gpt-image-2'), settings)).toEqual(lacking)
  expect(unusedSettings(fields('gpt-image-1.5'), settings)).toEqual(lacking.toSpliced(2, 0, 'size'))
  expect(
    unusedSettings(fields('gpt-image-1.5'), savedSettingsSchema.parse({ prompt: 'x' })),
  ).toEqual([])
})
