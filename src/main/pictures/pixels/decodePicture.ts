import jpegModule from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js'
import webpModule from '@jsquash/webp/codec/dec/webp_dec.js'
import { AppError } from '../../../shared/errors.ts'
import { fileFormats, formatsWith, hasSignature } from '../../../shared/fileFormats.ts'
import type { PictureParts } from '../metadata/pictureParts.ts'
import { readDimensions } from '../sizes/readDimensions.ts'
import { decodePng } from './decodePng.ts'
import { maxPixels, type Pixels } from './pixels.ts'
import { startCodec, type CodecPaths } from './startCodec.ts'

type Decode = (file: Uint8Array, codecs: CodecPaths) => Promise<Pixels>

const decoders: Readonly<Record<PictureParts['format'], Decode>> = {
  png: (file, { png }) => decodePng(file, png),
  jpeg: (file, { jpeg }) => decodeWith(jpegModule, jpeg, [file, true]),
  webp: (file, { webp }) => decodeWith(webpModule, webp, [file]),
}

/**
 * Decodes a PNG, a JPEG, upright as its camera says, or a still WebP. For a thread of its own: it
 * takes seconds and some hundred megabytes. Errors: tooHeavy for more than 64 megapixels,
 * unreadable for any other file.
 */
export async function decodePicture(file: Uint8Array, codecs: CodecPaths): Promise<Pixels> {
  const format = formatsWith('isEditable', true).find((name) => hasSignature(file, name))
  if (!format) throw unreadable()
  const { width, height } = readDimensions(file, fileFormats[format].mediaType)
  if (width === null || height === null) throw unreadable()
  if (width * height > maxPixels) throw new AppError('tooHeavy', 'It has too many pixels')
  try {
    return await decoders[format](file, codecs)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error)
  }
}

interface Decoder {
  decode: (file: Uint8Array, ...isUpright: boolean[]) => Pixels | null
}

async function decodeWith(
  start: unknown,
  path: string,
  given: Parameters<Decoder['decode']>,
): Promise<Pixels> {
  const { decode } = await startCodec<Decoder>(start, path)
  const decoded = decode(...given)
  if (!decoded) throw unreadable()
  const { width, height, data } = decoded
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}

function unreadable(cause?: unknown): AppError {
  return new AppError('unreadable', 'The picture is none that Parley can read', {}, cause)
}
