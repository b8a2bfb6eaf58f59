import { expect, test } from 'vitest'
import { partsOf, joinParts, pngPart } from '../../../../src/main/pictures/metadata/pictureParts.ts'
import { readSettings } from '../../../../src/main/media/export/readSettings.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'

const png = await flatPng(5, 3, [10, 20, 30, 255])

/** Returns what is read of a PNG with a text as another program has written it. */
function read(keyword: string, text: string) {
  const parts = partsOf(png)
  if (!parts) throw new Error('The picture is broken')
  const part = pngPart('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))
  return readSettings(joinParts({ ...parts, parts: parts.parts.toSpliced(2, 0, part) }))
}
const readGraph = (graph: unknown) => read('prompt', JSON.stringify(graph))
const node = (class_type: string, inputs: Record<string, unknown>) => ({ class_type, inputs })

/** The example of Flux, with samplers of separate nodes. */
const flux = {
  6: node('CLIPTextEncode', { text: 'a fox', clip: ['11', 0] }),
  8: node('VAEDecode', { samples: ['13', 0], vae: ['10', 0] }),
  9: node('SaveImage', { images: ['8', 0], filename_prefix: 'ComfyUI' }),
  11: node('DualCLIPLoader', { clip_name1: 't5xxl.safetensors', clip_name2: 'l.safetensors' }),
  12: node('UNETLoader', { unet_name: 'flux1-dev.safetensors', weight_dtype: 'default' }),
  13: node('SamplerCustomAdvanced', {
    ...{ noise: ['25', 0], guider: ['22', 0], sampler: ['16', 0], sigmas: ['17', 0] },
    latent_image: ['27', 0],
  }),
  16: node('KSamplerSelect', { sampler_name: 'euler' }),
  17: node('BasicScheduler', { scheduler: 'simple', steps: 20, denoise: 1, model: ['12', 0] }),
  22: node('BasicGuider', { model: ['12', 0], conditioning: ['26', 0] }),
  25: node('RandomNoise', { noise_seed: 219_670_278_747_233 }),
  26: node('FluxGuidance', { guidance: 3.5, conditioning: ['6', 0] }),
  27: node('EmptySD3LatentImage', { width: 1024, height: 768, batch_size: 1 }),
}

test('ComfyUI’s samplers of separate nodes are followed', () => {
  expect(readGraph(flux)).toMatchObject({
    ...{ prompt: 'a fox', negativePrompt: null, seed: 219_670_278_747_233, steps: 20 },
    ...{ guidance: 3.5, width: 1024, height: 768, modelId: 'flux1-dev.safetensors' },
    values: { sampler_name: 'euler', scheduler: 'simple' },
  })
  const guided = {
    ...flux,
    7: node('CLIPTextEncode', { text: 'blur' }),
    22: node('CFGGuider', { cfg: 4, positive: ['6', 0], negative: ['7', 0], model: ['12', 0] }),
  }
  expect(readGraph(guided)).toMatchObject({ prompt: 'a fox', negativePrompt: 'blur', guidance: 4 })
})

test('texts and numbers of other nodes are followed, joined, and end in a circle', () => {
  const linked = {
    ...flux,
    1: node('PrimitiveStringMultiline', { value: 'a red fox' }),
    2: node('StringConcatenate', { string_a: ['1', 0], string_b: 'in snow', delimiter: ' ' }),
    3: node('Reroute', { '': ['2', 0] }),
    4: node('PrimitiveInt', { value: 832 }),
    5: node('Seed (rgthree)', { seed: 77 }),
    6: node('CLIPTextEncode', { text: ['3', 0], clip: ['11', 0] }),
    25: node('RandomNoise', { noise_seed: ['5', 0] }),
    26: node('FluxGuidance', { guidance: 3.5, conditioning: ['30', 0] }),
    27: node('EmptySD3LatentImage', { width: ['4', 0], height: ['4', 0], batch_size: 1 }),
    30: node('ConditioningCombine', { conditioning_1: ['6', 0], conditioning_2: ['30', 0] }),
  }
  expect(readGraph(linked)).toMatchObject({
    ...{ prompt: 'a red fox in snow', seed: 77, width: 832, height: 832 },
  })
  const layers = Array.from({ length: 60 }, (_, index) => {
    const next = [String(101 + index), 0]
    return [100 + index, node('Combine', { conditioning_1: next, conditioning_2: next })]
  })
  const between = Object.fromEntries(layers) as Record<string, unknown>
  const wide = { ...flux, ...between, 160: flux[6] }
  const guider = node('BasicGuider', { conditioning: ['100', 0] })
  expect(readGraph({ ...wide, 22: guider })).toMatchObject({ seed: 219_670_278_747_233 })
})

test('the first of two samplers tells the size and the seed, and unused nodes tell nothing', () => {
  const sampler = (latent: string, seed: number) =>
    node('KSampler', {
      ...{ seed, steps: seed, cfg: 8, sampler_name: 'euler', scheduler: 'normal', denoise: 0.5 },
      ...{ positive: ['6', 0], negative: ['7', 0], latent_image: [latent, 0], model: ['4', 0] },
    })
  const graph = {
    1: sampler('2', 1),
    2: node('EmptyLatentImage', { width: 64, height: 64, batch_size: 1 }),
    4: node('CheckpointLoaderSimple', { ckpt_name: 'xl.safetensors' }),
    5: node('EmptyLatentImage', { width: 512, height: 640, batch_size: 1 }),
    6: node('CLIPTextEncode', { text: 'a lake' }),
    7: node('CLIPTextEncode', { text: 'people' }),
    10: node('LatentUpscale', { samples: ['11', 0], width: 1024, height: 1280 }),
    11: sampler('5', 25),
    12: sampler('10', 30),
    13: node('VAEDecode', { samples: ['12', 0] }),
    14: node('SaveImage', { images: ['13', 0] }),
  }
  expect(readGraph(graph)).toMatchObject({
    ...{ prompt: 'a lake', negativePrompt: 'people', seed: 25, steps: 25, guidance: 8 },
    ...{ width: 512, height: 640, modelId: 'xl.safetensors' },
  })
})

test.each([
  [
    'a loader with both texts',
    {
      1: node('Efficient Loader', {
        ...{ ckpt_name: 'a.safetensors', positive: 'a fox', negative: 'blur' },
        ...{ lora_name: 'None', empty_latent_width: 512 },
      }),
      2: node('KSampler (Efficient)', {
        ...{ seed: 3, steps: 9, cfg: 5, model: ['1', 0], positive: ['1', 1], negative: ['1', 2] },
        ...{ latent_image: ['1', 3] },
      }),
    },
  ],
  [
    'embeddings of one node',
    {
      1: node('WanVideoTextEncode', { positive_prompt: 'a fox', negative_prompt: 'blur' }),
      2: node('WanVideoSampler', { seed: 3, steps: 9, cfg: 5, text_embeds: ['1', 0] }),
    },
  ],
  [
    'a video that begins with a picture',
    {
      1: node('CLIPTextEncode', { text: 'a fox' }),
      3: node('CLIPTextEncode', { text: 'blur' }),
      4: node('WanImageToVideo', {
        ...{ positive: ['1', 0], negative: ['3', 0], width: 832, height: 480, length: 81 },
      }),
      2: node('KSampler', {
        ...{ seed: 3, steps: 9, cfg: 5, positive: ['4', 0], negative: ['4', 1] },
        latent_image: ['4', 2],
      }),
    },
  ],
])('ComfyUI’s custom nodes are read by their links: %s', (_name, graph) => {
  expect(readGraph(graph)).toMatchObject({
    ...{ prompt: 'a fox', negativePrompt: 'blur', seed: 3, steps: 9, guidance: 5 },
  })
})

test('what Python writes and JSON does not know is read, and a seed is never rounded', () => {
  const text = JSON.stringify({ ...flux, 40: { ...node('X', { note: 'NaN, "Infinity"' }), is: 0 } })
  const python = text
    .replace('"is":0', '"is_changed":[NaN, -Infinity, Infinity]')
    .replace('219670278747233', '18446744073709551615')
  const settings = read('prompt', python)
  expect(settings).toMatchObject({ prompt: 'a fox', seed: null })
  expect(settings?.values).toHaveProperty('seed')
})

test.each([
  ['no size', 'Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 5', {}],
  ['an empty size', 'Steps: 20, CFG scale: 7, Seed: 5, Size: ', {}],
  [
    'templates behind the facts',
    'Steps: 20, CFG scale: 7, Seed: 5, Size: 512x640, Version: v1.6.0\nTemplate: a {fox|cat},\nSteps: of stone\nNegative Template: {blur}',
    { width: 512, height: 640 },
  ],
  [
    'quoted values and a second pass',
    'Steps: 20, Sampler: DPM++ 2M, Schedule type: Karras, CFG scale: 7, Seed: 5, Size: 512x640, Model: my_model-v1.5, Denoising strength: 0.4, Hires prompt: "a \\"big\\" fox, Seed: 9", Hires upscale: 2, Lora hashes: "a: 1, b: 2", Version: v1.9.4',
    {
      ...{ width: 512, height: 640, modelId: 'my_model-v1.5' },
      values: {
        ...{ sampler_name: 'DPM++ 2M', scheduler: 'Karras', denoising_strength: 0.4 },
        ...{ hires_upscale: 2, hires_prompt: 'a "big" fox, Seed: 9' },
      },
    },
  ],
])('Automatic1111’s text is read with %s', (_name, facts, more) => {
  const prompt = 'a fox, Size: large\nby the sea'
  const negative = '\nNegative prompt: blur,\ntext'
  expect(read('parameters', `${prompt}${negative}\n${facts}`)).toMatchObject({
    ...{ prompt, negativePrompt: 'blur,\ntext', seed: 5, steps: 20, guidance: 7, ...more },
  })
  expect(read('parameters', `${prompt}\n${facts}`)).toMatchObject({ prompt, seed: 5, ...more })
  expect(read('parameters', `Negative prompt: blur\n${facts}`)).toMatchObject({
    ...{ prompt: '', negativePrompt: 'blur', seed: 5 },
  })
})

test('a prompt without facts, or with a template alone, is one', () => {
  expect(read('parameters', 'a fox\nNegative prompt: blur')).toMatchObject({
    ...{ prompt: 'a fox', negativePrompt: 'blur', width: null, seed: null },
  })
  expect(read('parameters', 'a fox\nTemplate: a {fox|cat}')).toMatchObject({ prompt: 'a fox' })
  const own = 'Template: a fox'
  expect(read('parameters', own)).toMatchObject({ prompt: own })
  expect(read('parameters', `a cat\n${own}\nSteps: 20, Seed: 5`)).toMatchObject({
    ...{ prompt: `a cat\n${own}`, seed: 5 },
  })
})

const invoke2 = {
  ...{ model: 'stable diffusion', model_weights: 'stable-diffusion-1.5', app_version: '2.2.4' },
  image: {
    ...{ prompt: [{ prompt: 'a fox [blur, text] in snow', weight: 1 }], steps: 50, cfg_scale: 7.5 },
    ...{ width: 512, height: 640, seed: 42, sampler: 'k_lms', type: 'txt2img', variations: [] },
  },
}
const invoked = { prompt: 'a fox in snow', negativePrompt: 'blur, text', seed: 42, steps: 50 }

test('InvokeAI’s texts of every version are read', () => {
  const sized = { ...invoked, guidance: 7.5, width: 512, height: 640 }
  expect(read('sd-metadata', JSON.stringify(invoke2))).toMatchObject({
    ...{ ...sized, modelId: 'stable-diffusion-1.5', values: { sampler_name: 'k_lms' } },
  })
  const plain = { ...invoke2, image: { ...invoke2.image, prompt: 'a fox [blur, text] in snow' } }
  expect(read('sd-metadata', JSON.stringify(plain))).toMatchObject(sized)
  for (const dream of [
    '"a fox [blur, text] in snow" -s 50 -S 42 -W 512 -H 640 -C 7.5 -A k_lms',
    'dream> "a fox [blur, text] in snow" -s50 -S42 -W512 -H640 -C7.5 -A k_lms',
    'a fox [blur, text] in snow -s50 -S42 -W512 -H640 -C7.5 -Ak_lms',
  ]) {
    expect(read('Dream', dream)).toMatchObject({ ...sized, values: { sampler_name: 'k_lms' } })
  }
  const newest = {
    ...{ positive_prompt: 'a boat', negative_prompt: null, seed: 7, num_steps: 4, guidance: 4 },
    ...{ width: 1024, height: 1024, model: { key: 'k', name: 'FLUX Schnell' } },
  }
  expect(read('invokeai_metadata', JSON.stringify(newest))).toMatchObject({
    ...{ prompt: 'a boat', negativePrompt: null, seed: 7, steps: 4, guidance: 4 },
    modelId: 'FLUX Schnell',
  })
})
