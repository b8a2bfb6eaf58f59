import { expect, test } from 'vitest'
import { embedSettings } from '../../../../src/main/media/export/embedSettings.ts'
import { partsOf, joinParts, pngPart } from '../../../../src/main/pictures/metadata/pictureParts.ts'
import { readSettings } from '../../../../src/main/media/export/readSettings.ts'
import { stripMetadata } from '../../../../src/main/pictures/metadata/stripMetadata.ts'
import { decodePng } from '../../../fakes/pngPixels.ts'
import { savedSettingsSchema } from '../../../../src/shared/media/mediaSettings.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'

const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)
const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const png = await flatPng(5, 3, [10, 20, 30, 255])
const settings = savedSettingsSchema.parse({
  prompt: 'A “fox” <in> the snow & 雪 🦊\nsecond line',
  negativePrompt: 'blur, "noise"',
  modelId: 'gpt-image-2',
  providerId: 'openai',
  seed: 42,
  width: 1024,
  height: 768,
  steps: 20,
  guidance: 7.5,
  values: { quality: 'high', n: 2, nested: { a: [1, null] } },
})

const files = { png, jpeg, webp }

test.each(Object.entries(files))(
  '%s carries its settings, and its picture stays',
  (_type, file) => {
    const changed = embedSettings(file, settings) ?? new Uint8Array()
    expect(readSettings(changed)).toEqual(settings)
    expect(readSettings(file)).toBeNull()
    // A second time replaces the first, or comes before it; nothing breaks.
    const again = embedSettings(changed, { ...settings, seed: 43 }) ?? new Uint8Array()
    expect(readSettings(again)?.seed).toBe(43)
    const bare = stripMetadata(changed) ?? new Uint8Array()
    expect(readSettings(bare)).toBeNull()
    const pictureOf = (bytes: Uint8Array) =>
      partsOf(bytes)
        ?.parts.filter(({ name }) => /^(?:IDAT|body|VP8L)$/.test(name))
        .map(({ bytes: part }) => part.toString('hex'))
    expect(pictureOf(changed)).toEqual(pictureOf(file))
    expect(pictureOf(bare)).toEqual(pictureOf(file))
  },
)

test('a PNG is decoded to the same pixels', async () => {
  const changed = embedSettings(png, settings) ?? new Uint8Array()
  expect(await decodePng(changed)).toEqual(await decodePng(png))
  expect(Buffer.from(stripMetadata(png) ?? []).equals(Buffer.from(png))).toBe(true)
})

/** Returns the PNG with a text as another program has written it. */
function pngWith(keyword: string, text: string): Uint8Array {
  const read = partsOf(png)
  if (!read) throw new Error('The picture is broken')
  const part = pngPart('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1'))
  return joinParts({ ...read, parts: read.parts.toSpliced(2, 0, part) })
}

test('Automatic1111’s parameters are read', () => {
  const text =
    'a castle, (detailed:1.2)\nby the sea\nNegative prompt: blurry, text\nSteps: 28, Sampler: DPM++ 2M, CFG scale: 6.5, Seed: 123456, Size: 832x1216, Model hash: abc, Model: sdxl'
  expect(readSettings(pngWith('parameters', text))).toMatchObject({
    prompt: 'a castle, (detailed:1.2)\nby the sea',
    negativePrompt: 'blurry, text',
    ...{ steps: 28, guidance: 6.5, seed: 123_456, width: 832, height: 1216, modelId: 'sdxl' },
  })
})

test('InvokeAI’s settings are read', () => {
  const json = {
    ...{ positive_prompt: 'a boat', negative_prompt: '', seed: 7, steps: 30, cfg_scale: 5 },
    ...{ width: 1024, height: 1024, model: { name: 'Juggernaut', key: 'k' } },
  }
  expect(readSettings(pngWith('invokeai_metadata', JSON.stringify(json)))).toMatchObject({
    ...{ prompt: 'a boat', seed: 7, steps: 30, guidance: 5, modelId: 'Juggernaut' },
  })
})

test('ComfyUI’s graph is followed from the sampler to its prompts', () => {
  const graph = {
    3: {
      class_type: 'KSampler',
      inputs: {
        ...{ seed: 99, steps: 25, cfg: 8, positive: ['6', 0], negative: ['7', 0] },
        latent_image: ['5', 0],
      },
    },
    4: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd15.safetensors' } },
    5: { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 640, batch_size: 1 } },
    6: { class_type: 'CLIPTextEncode', inputs: { text: 'a lake' } },
    7: { class_type: 'CLIPTextEncode', inputs: { text: 'people' } },
  }
  expect(readSettings(pngWith('prompt', JSON.stringify(graph)))).toMatchObject({
    ...{ prompt: 'a lake', negativePrompt: 'people', seed: 99, steps: 25, guidance: 8 },
    ...{ width: 512, height: 640, modelId: 'sd15.safetensors' },
  })
})

test('broken and foreign files are none, whatever their bytes say', () => {
  const whole = embedSettings(png, settings) ?? new Uint8Array()
  for (const file of [whole, embedSettings(jpeg, settings), embedSettings(webp, settings)]) {
    const bytes = file ?? new Uint8Array()
    for (let length = 0; length < bytes.length; length += 1) {
      readSettings(bytes.subarray(0, length))
      stripMetadata(bytes.subarray(0, length))
      embedSettings(bytes.subarray(0, length), settings)
    }
    for (let at = 0; at < bytes.length; at += 1) {
      const damaged = Buffer.from(bytes)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      readSettings(damaged)
      embedSettings(damaged, settings)
    }
  }
  expect(embedSettings(Buffer.from('GIF89a'), settings)).toBeNull()
  expect(stripMetadata(Buffer.alloc(0))).toBeNull()
})
