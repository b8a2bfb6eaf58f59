import type { FormField } from '../../../shared/media/mediaForm.ts'
import {
  choiceField,
  countField,
  imagesField,
  keepRestField,
  maskField,
  numberField,
  promptField,
  seedField,
  sizeField,
  textField,
} from '../formFields.ts'

/** Differences between a service and OpenAI's images API. */
export interface ImageDialect {
  /** Returns the fields of a model's form. Their names are those of the request. */
  fields: (modelId: string) => readonly FormField[]
  /**
   * Request that takes the pictures to edit: a form at `images/edits`, JSON at `images/edits`, or
   * one address in the request to `images/generations`. `null` if the service only makes new ones.
   */
  edits: 'form' | 'json' | 'address' | null
  /** True if a picture without a prompt goes to `images/variations`. */
  varies?: boolean
  /** The names of the size in a request: `size: '1024x768'`, or `width` and `height`. */
  sizeAs: 'size' | 'widthAndHeight'
  /** Fields of the form that the service's description of a path does not have. */
  lacks?: Readonly<Record<string, readonly string[]>>
  /** Fields of every request. */
  always: Readonly<Record<string, unknown>>
  /** True if it streams unfinished pictures. */
  streams: (modelId: string) => boolean
}

const maxSeed = 2 ** 31 - 1
/** Source: OpenAI's API description, /images/edits. */
const maxPictureBytes = 50_000_000
const maxMaskBytes = 4 * 1024 * 1024

/** GPT image models answer base64 without being asked, and refuse `response_format`. */
const gptImage: ImageDialect = {
  fields(modelId) {
    const isFirst = isFirstGeneration(modelId)
    return [
      promptField(32_000),
      imagesField({ name: 'image', maximum: 16, bytesMaximum: maxPictureBytes }),
      maskField('mask', maxMaskBytes),
      keepRestField(),
      sizeField({
        values: ['auto', '1024x1024', '1536x1024', '1024x1536', ...(isFirst ? [] : largeSizes)],
        custom: isFirst ? null : gptImageSizes,
        default: 'auto',
      }),
      choiceField({
        name: 'quality',
        title: 'Quality',
        values: [
          'auto',
          'low',
          'medium',
          'high',
          ...(hasMoreQualities(modelId) ? ['xhigh', 'max'] : []),
        ],
        default: 'auto',
      }),
      countField({ name: 'n', maximum: 10 }),
      choiceField({
        name: 'background',
        title: 'Background',
        values: ['auto', 'opaque', 'transparent'],
        default: 'auto',
        more: true,
      }),
      choiceField({
        name: 'output_format',
        title: 'File format',
        values: ['png', 'jpeg', 'webp'],
        default: 'png',
        more: true,
      }),
      numberField({
        name: 'output_compression',
        title: 'Compression (JPEG, WebP)',
        minimum: 0,
        maximum: 100,
        more: true,
      }),
      choiceField({
        name: 'moderation',
        title: 'Moderation',
        values: ['auto', 'low'],
        default: 'auto',
        more: true,
      }),
      ...(isFirst
        ? [
            choiceField({
              name: 'input_fidelity',
              title: 'Fidelity to the pictures',
              values: ['low', 'high'],
              more: true,
            }),
          ]
        : []),
    ]
  },
  edits: 'form',
  sizeAs: 'size',
  // Source: OpenAI's API description, CreateImageEditRequest and CreateImageRequest.
  lacks: { 'images/edits': ['moderation'], 'images/generations': ['input_fidelity'] },
  always: {},
  streams: () => true,
}

const largeSizes = ['2048x2048', '2048x1152', '1152x2048', '3840x2160', '2160x3840']
const gptImageSizes = {
  minimum: 256,
  maximum: 3840,
  multipleOf: 16,
  ratioMaximum: 3,
  pixelsMaximum: 3840 * 2160,
}

/** Returns true for models that know three sizes alone. */
function isFirstGeneration(modelId: string): boolean {
  return /gpt-image-1(?:$|[.-])|chatgpt-image/.test(modelId)
}

function hasMoreQualities(modelId: string): boolean {
  return /gpt-image-(?:2\.[5-9]|[3-9])/.test(modelId)
}

const gemini: ImageDialect = {
  fields: () => [
    promptField(32_000),
    sizeField({ values: ['1024x1024', '1536x1024', '1024x1536'], default: '1024x1024' }),
    countField({ name: 'n', maximum: 4 }),
  ],
  edits: null,
  sizeAs: 'size',
  always: { response_format: 'b64_json' },
  streams: () => false,
}

const xai: ImageDialect = {
  fields: () => [
    promptField(32_000),
    imagesField({ name: 'image', maximum: 3 }),
    choiceField({
      name: 'aspect_ratio',
      title: 'Aspect ratio',
      values: ['auto', '1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16', '2:1', '1:2'],
      default: 'auto',
    }),
    choiceField({ name: 'resolution', title: 'Resolution', values: ['1k', '2k'], default: '1k' }),
    countField({ name: 'n', maximum: 10 }),
  ],
  edits: 'json',
  sizeAs: 'size',
  always: { response_format: 'b64_json' },
  streams: () => false,
}

const together: ImageDialect = {
  fields: () => [
    promptField(32_000),
    imagesField({ name: 'image_url', maximum: 1 }),
    sizeField({ values: ['1024x1024', '1344x768', '768x1344'], custom: freeSizes(16) }),
    countField({ name: 'n', maximum: 4 }),
    numberField({ name: 'steps', title: 'Steps', minimum: 1, maximum: 100, more: true }),
    seedField(maxSeed),
    textField({
      name: 'negative_prompt',
      title: 'Negative prompt',
      role: 'negativePrompt',
      multiline: true,
      more: true,
    }),
  ],
  edits: 'address',
  sizeAs: 'widthAndHeight',
  always: { response_format: 'base64' },
  streams: () => false,
}

/** LocalAI, stable-diffusion.cpp's server, gateways: any address that the user adds. */
const compatible: ImageDialect = {
  fields: () => [
    promptField(32_000),
    imagesField({ name: 'image', maximum: 4 }),
    maskField(),
    keepRestField(),
    sizeField({ values: ['512x512', '768x768', '1024x1024'], custom: freeSizes(8) }),
    countField({ name: 'n', maximum: 8 }),
  ],
  edits: 'form',
  sizeAs: 'size',
  always: { response_format: 'b64_json' },
  streams: () => false,
}

const localAi: ImageDialect = {
  ...compatible,
  fields: (modelId) => [
    ...compatible.fields(modelId),
    numberField({ name: 'step', title: 'Steps', minimum: 1, maximum: 150, more: true }),
    seedField(maxSeed),
  ],
}

/** DALL·E 2 behind a gateway. Source: OpenAI's API description, CreateImageVariationRequest. */
const dallE2: ImageDialect = {
  ...compatible,
  fields: () => [
    { ...promptField(1000), required: false },
    imagesField({ name: 'image', maximum: 1, bytesMaximum: 4_000_000 }),
    maskField(),
    keepRestField(),
    sizeField({ values: ['256x256', '512x512', '1024x1024'], default: '1024x1024' }),
    countField({ name: 'n', maximum: 10 }),
  ],
  varies: true,
}

/** Topaz behind LiteLLM, which redraws a picture without words. */
const topaz: ImageDialect = {
  ...compatible,
  fields: () => [
    imagesField({ name: 'image', maximum: 1, required: true }),
    sizeField({ values: ['1024x1024', '2048x2048'], custom: freeSizes(8) }),
  ],
  varies: true,
}

function freeSizes(multipleOf: number) {
  return { minimum: 64, maximum: 4096, multipleOf, ratioMaximum: null, pixelsMaximum: null }
}

const byPreset: Readonly<Record<string, ImageDialect>> = {
  openai: gptImage,
  azure: gptImage,
  gemini,
  xai,
  together,
  localai: localAi,
}

/** Returns the dialect of a service, by its preset's id, or by the model where it has none. */
export function imageDialectOf(presetId: string | null, modelId: string): ImageDialect {
  const known = presetId === null ? undefined : byPreset[presetId]
  if (known) return known
  // Gateways pass requests for the models of others on as they are.
  if (/gpt-image/.test(modelId)) return gptImage
  if (/^(?:.*\/)?dall-e-2$/.test(modelId)) return dallE2
  return /^(?:.*\/)?topaz\//.test(modelId) ? topaz : compatible
}
