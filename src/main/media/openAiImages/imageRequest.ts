import { openAsBlob } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import { mediaInputSchema } from '../../../shared/media/mediaForm.ts'
import type { FormField, FormValues, MediaInput } from '../../../shared/media/mediaForm.ts'
import { toBase64, toDataUrl } from '../../providers/request/dataUrl.ts'
import type { ImageRequest } from '../../providers/provider.ts'
import type { MediaRequest } from '../mediaProvider.ts'
import type { ImageDialect } from './imageDialects.ts'

/** Unfinished pictures that a streamed answer shows. Each costs a little. */
const partialImages = 2

/**
 * Returns the request for a form's values in a service's dialect. Errors: attachmentMissing,
 * fieldsInvalid, unreadable for a mask.
 */
export async function imageRequestOf(
  request: Pick<
    MediaRequest,
    'modelId' | 'values' | 'fields' | 'read' | 'transparentMask' | 'path'
  >,
  dialect: ImageDialect,
): Promise<Pick<ImageRequest, 'path' | 'body'>> {
  const { modelId, values, fields, read } = request
  const ofRole = (role: FormField['role']) => fields.find((field) => field.role === role)
  const images = inputsOf(values[ofRole('image')?.name ?? ''])
  const [mask] = inputsOf(values[ofRole('mask')?.name ?? ''])
  const prompt = values[ofRole('prompt')?.name ?? '']
  const isWordless = dialect.varies === true && (typeof prompt !== 'string' || prompt.trim() === '')
  const isEdit = images.length > 0 && dialect.edits !== 'address'
  const lacked = dialect.lacks?.[isEdit ? 'images/edits' : 'images/generations'] ?? []
  const sent = fields.filter(({ name }) => !lacked.includes(name))
  const plain = {
    model: modelId,
    ...plainValues(values, sent, dialect),
    ...dialect.always,
    ...(dialect.streams(modelId) && streaming(values)),
  }
  if (images.length === 0) {
    if (mask) throw new AppError('fieldsInvalid', 'A mask needs a picture')
    if (isWordless) throw new AppError('fieldsInvalid', 'There is neither a prompt nor a picture')
    return { path: 'images/generations', body: plain }
  }
  switch (dialect.edits) {
    case 'form':
      if (isWordless && mask) throw new AppError('fieldsInvalid', 'A mask needs a prompt')
      return {
        path: isWordless ? 'images/variations' : 'images/edits',
        body: await formOf(plain, images, mask, request),
      }
    case 'json':
      return { path: 'images/edits', body: { ...plain, ...(await linksOf(images, read)) } }
    case 'address': {
      const address = images[0] ? await addressOf(images[0], read) : ''
      return {
        path: 'images/generations',
        body: { ...plain, [ofRole('image')?.name ?? 'image_url']: address },
      }
    }
    case null:
      throw new AppError('notSupported', 'The model changes no pictures')
  }
}

function inputsOf(value: unknown): MediaInput[] {
  return mediaInputSchema.array().safeParse(value).data ?? []
}

/** A stream has one picture after the other; several at once come as a whole. */
function streaming({ n }: FormValues): Record<string, unknown> {
  return typeof n === 'number' && n > 1 ? {} : { stream: true, partial_images: partialImages }
}

function plainValues(
  values: FormValues,
  fields: readonly FormField[],
  { sizeAs }: ImageDialect,
): Record<string, unknown> {
  const plain: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name]
    if (value === undefined || value === null || value === '') continue
    if (field.type === 'file' || field.role === 'keepRest') continue
    if (field.type === 'size') Object.assign(plain, sizeOf(value, field.name, sizeAs))
    else plain[field.name] = value
  }
  // The service refuses a compression where the format has none.
  const format = plain['output_format']
  if (format !== 'jpeg' && format !== 'webp') delete plain['output_compression']
  return plain
}

function sizeOf(
  value: FormValues[string],
  name: string,
  sizeAs: ImageDialect['sizeAs'],
): Record<string, unknown> {
  const isCustom = typeof value === 'object' && value !== null && 'width' in value
  const [width, height] = isCustom
    ? [Number(value['width']), Number(value['height'])]
    : (typeof value === 'string' ? value : '').split('x').map(Number)
  if (!Number.isInteger(width) || !Number.isInteger(height)) return { [name]: value }
  if (sizeAs === 'widthAndHeight') return { width, height }
  return { [name]: `${String(width)}x${String(height)}` }
}

async function formOf(
  plain: Readonly<Record<string, unknown>>,
  images: readonly MediaInput[],
  mask: MediaInput | undefined,
  { transparentMask, path }: Pick<MediaRequest, 'transparentMask' | 'path'>,
): Promise<FormData> {
  const form = new FormData()
  const name = images.length === 1 ? 'image' : 'image[]'
  for (const image of images) form.append(name, await openFile(image, path(image)))
  if (mask) {
    const bytes = new Uint8Array(await transparentMask(mask))
    form.append('mask', new File([bytes], 'mask.png', { type: 'image/png' }))
  }
  for (const [field, value] of Object.entries(plain)) form.append(field, String(value))
  return form
}

/** Returns a file that is read as it is sent: 16 pictures may have 800 MB. */
async function openFile({ name, mediaType }: MediaInput, path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], name, { type: mediaType })
  } catch (error) {
    throw new AppError('attachmentMissing', 'The file is gone', { subject: name }, error)
  }
}

async function addressOf(input: MediaInput, read: MediaRequest['read']): Promise<string> {
  return toDataUrl(input.mediaType, toBase64(await read(input)))
}

/** xAI's form: one picture as `image`, several as `images`. */
async function linksOf(
  images: readonly MediaInput[],
  read: MediaRequest['read'],
): Promise<Record<string, unknown>> {
  const links = await Promise.all(
    images.map(async (image) => ({ url: await addressOf(image, read), type: 'image_url' })),
  )
  return links.length === 1 ? { image: links[0] } : { images: links }
}
