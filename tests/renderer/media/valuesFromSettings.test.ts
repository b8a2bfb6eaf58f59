import { expect, test } from 'vitest'
import { sdFields } from '../../../src/main/media/sdApi/sdForm.ts'
import { imageDialectOf } from '../../../src/main/media/openAiImages/imageDialects.ts'
import { isModelNamed } from '../../../src/renderer/media/form/isModelNamed.ts'
import {
  unusedSettings,
  valuesFromSettings,
} from '../../../src/renderer/media/form/valuesFromSettings.ts'
import { savedSettingsSchema } from '../../../src/shared/media/mediaSettings.ts'

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

test('what another program calls as the form does is taken if it fits, or else named', () => {
  const of = (values: Record<string, string | number>) => {
    const saved = savedSettingsSchema.parse({ prompt: 'x', values })
    const fields = sdFields(['Euler a', 'DPM++ 2M'])
    return [valuesFromSettings(fields, saved), unusedSettings(fields, saved)]
  }
  expect(of({ sampler_name: 'dpm++ 2m', denoising_strength: 0.4, hires_upscale: 2 })).toEqual([
    { prompt: 'x', sampler_name: 'DPM++ 2M', denoising_strength: 0.4 },
    ['hires_upscale'],
  ])
  expect(
    of({ sampler_name: 'k_lms', denoising_strength: 4, seed: '18446744073709552000' }),
  ).toEqual([{ prompt: 'x' }, ['sampler_name', 'denoising_strength', 'seed']])
})

test('a model is known by its name with and without folder, ending and hash', () => {
  const model = { modelId: 'xl/my_model.safetensors [abc123]', name: 'xl_my_model' }
  for (const named of ['my_model', 'my_model.safetensors', 'XL\\My_Model.ckpt', 'xl_my_model']) {
    expect(isModelNamed(model, named)).toBe(true)
  }
  for (const named of ['', 'model', 'my_model-v2']) expect(isModelNamed(model, named)).toBe(false)
})
