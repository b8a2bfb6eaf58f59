import type { FormField, FormValues } from '../../../shared/media/mediaForm.ts'
import type { Dimensions } from '../../pictures/sizes/readDimensions.ts'
import {
  choiceField,
  countField,
  imagesField,
  keepRestField,
  keepRestName,
  maskField,
  numberField,
  promptField,
  seedField,
  sizeField,
  textField,
} from '../formFields.ts'

/** The largest seed that Automatic1111 takes. */
const maxSeed = 2 ** 32 - 1
const blurDefault = 4
const strengthDefault = 0.75
const sizeRule = { minimum: 64, maximum: 4096, multipleOf: 8 }
const sizes = ['512x512', '768x768', '1024x1024', '832x1216', '1216x832']

/** Returns the form of Automatic1111's two ways to make a picture. */
export function sdFields(samplers: readonly string[]): FormField[] {
  return [
    promptField(100_000),
    textField({
      name: 'negative_prompt',
      title: 'Negative prompt',
      role: 'negativePrompt',
      multiline: true,
    }),
    imagesField({ name: 'image', maximum: 1 }),
    maskField(),
    keepRestField(),
    numberField({
      name: 'denoising_strength',
      title: 'Strength of the change',
      integer: false,
      minimum: 0,
      maximum: 1,
      step: 0.05,
      default: strengthDefault,
      more: true,
    }),
    sizeField({
      values: sizes,
      custom: { ...sizeRule, ratioMaximum: null, pixelsMaximum: null },
    }),
    numberField({ name: 'steps', title: 'Steps', minimum: 1, maximum: 150, default: 20 }),
    numberField({
      name: 'cfg_scale',
      title: 'Guidance',
      integer: false,
      minimum: 1,
      maximum: 30,
      step: 0.5,
      default: 7,
    }),
    ...(samplers.length > 0
      ? [choiceField({ name: 'sampler_name', title: 'Sampler', values: samplers, more: true })]
      : []),
    countField({ name: 'batch_size', maximum: 8 }),
    seedField(maxSeed),
  ]
}

export type PaintedSize = { width: number; height: number }

/**
 * Returns the size in which the server paints a picture if the user names none: its own, down to
 * steps of eight. The server itself would take 512 × 512. Undefined for a size that it can't paint.
 */
export function paintedSize({ width, height }: Dimensions): PaintedSize | undefined {
  const { minimum, maximum, multipleOf } = sizeRule
  const [wide, high] = [width, height].map((side) => (side ?? 0) - ((side ?? 0) % multipleOf))
  if (!wide || !high) return undefined
  const fits = Math.min(wide, high) >= minimum && Math.max(wide, high) <= maximum
  return fits ? { width: wide, height: high } : undefined
}

/** The settings of Automatic1111 for a mask: what is below it is painted anew, the rest stays. */
const inpainting = {
  mask_blur: blurDefault,
  inpainting_fill: 1,
  inpaint_full_res: false,
  inpainting_mask_invert: 0,
}

/** Returns the request for a form's values. The files are base64. */
export function sdBody(
  modelId: string,
  values: FormValues,
  files: { image: string | undefined; mask: string | undefined },
): Record<string, unknown> {
  const {
    size,
    image: _image,
    mask: _mask,
    [keepRestName]: _keepRest,
    denoising_strength: strength,
    ...plain
  } = values
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== null)),
    ...sizeOf(size),
    override_settings: { sd_model_checkpoint: modelId },
    override_settings_restore_afterwards: false,
    save_images: false,
    send_images: true,
    ...(files.image !== undefined && {
      init_images: [files.image],
      denoising_strength: strength ?? strengthDefault,
    }),
    ...(files.mask !== undefined && { mask: files.mask, ...inpainting }),
  }
}

function sizeOf(size: FormValues[string] | undefined): { width?: number; height?: number } {
  const [width, height] =
    typeof size === 'string'
      ? size.split('x').map(Number)
      : typeof size === 'object' && size !== null && 'width' in size
        ? [Number(size['width']), Number(size['height'])]
        : []
  if (!Number.isInteger(width) || !Number.isInteger(height)) return {}
  return { ...(width && { width }), ...(height && { height }) }
}
