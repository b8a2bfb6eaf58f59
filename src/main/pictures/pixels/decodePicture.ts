import { readFile } from 'node:fs/promises'
import jpegModule from '@jsquash/jpeg/codec/dec/mozjpeg_dec.js'
import webpModule from '@jsquash/webp/codec/dec/webp_dec.js'
import { AppError } from '../../../shared/errors.ts'
import { fileFormats, formatsWith, hasSignature } from '../../../shared/fileFormats.ts'
import { readDimensions } from '../sizes/readDimensions.ts'
import { decodeDeepPng, pixelsMaximum, type DeepPixels, type Pixels } from './pngPixels.ts'

/** The paths of the decoders' modules, which are WebAssembly. */
export interface DecoderPaths {
  jpeg: string
  webp: string
}

interface Decoder {
  decode: (file: Uint8Array, ...isUpright: boolean[]) => Decoded | null
}

interface Decoded {
  width: number
  height: number
  data: Uint8ClampedArray
}

type StartDecoder = (options: { wasmBinary: Uint8Array; noInitialRun: true }) => Promise<Decoder>

/**
 * Decodes a PNG, a JPEG, upright as its camera says, or a still WebP. For a thread of its own: it
 * takes seconds and some hundred megabytes. Errors: tooHeavy for more than 64 megapixels,
 * unreadable for any other file.
 */
export async function decodePicture(file: Uint8Array, paths: DecoderPaths): Promise<DeepPixels> {
  const type = typeOf(file)
  if (!type) throw unreadable()
  const { width, height } = readDimensions(file, type)
  if (width === null || height === null) throw unreadable()
  if (width * height > pixelsMaximum) throw new AppError('tooHeavy', 'It has too many pixels')
  if (type === 'image/png') return decodeDeepPng(file)
  if (type === 'image/jpeg') return decodeWith(jpegModule, paths.jpeg, [file, true])
  return decodeWith(webpModule, paths.webp, [file])
}

async function decodeWith(
  start: unknown,
  path: string,
  given: Parameters<Decoder['decode']>,
): Promise<Pixels> {
  const wasmBinary = await readFile(path)
  const { decode } = await (start as StartDecoder)({ wasmBinary, noInitialRun: true })
  try {
    const decoded = decode(...given)
    if (!decoded) throw unreadable()
    const { width, height, data } = decoded
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error)
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError('unreadable', 'The picture is none that Parley can read', {}, cause)
}

function typeOf(file: Uint8Array): string | undefined {
  const format = formatsWith('isEditable', true).find((name) => hasSignature(file, name))
  return format && fileFormats[format].mediaType
}
