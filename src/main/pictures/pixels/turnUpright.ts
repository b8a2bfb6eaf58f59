import jpegModule from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js'
import { defaultOptions } from '@jsquash/jpeg/meta.js'
import { AppError } from '../../../shared/errors.ts'
import { isColourProfile } from '../metadata/colourParts.ts'
import { joinParts, partsOf } from '../metadata/pictureParts.ts'
import { decodePicture } from './decodePicture.ts'
import { startCodec, type CodecPaths } from './startCodec.ts'

interface Encoder {
  encode: (data: Uint8Array, width: number, height: number, options: object) => Uint8Array | null
}

/** Hardly to be told from the photo, at about its size. A progressive one takes thrice as long. */
const options = {
  ...defaultOptions,
  ...{ quality: 95, auto_subsample: false, chroma_subsample: 1, progressive: false },
}

/**
 * Returns a JPEG whose pixels stand as its camera says, without saying so any more: what ignores
 * Exif sees it upright, and what heeds it does not turn it again. Its colour profile stays, all else
 * that it says of itself goes. The same file gives the same bytes. Errors: those of
 * `decodePicture`.
 */
export async function turnUpright(file: Uint8Array, codecs: CodecPaths): Promise<Uint8Array> {
  const { width, height, data } = await decodePicture(file, codecs)
  const { encode } = await startCodec<Encoder>(jpegModule, codecs.jpegEncoder)
  const encoded = encode(new Uint8Array(data.buffer), width, height, options)
  if (!encoded) throw new AppError('unreadable', 'The picture could not be encoded')
  // The encoder's memory is its own.
  return withProfileOf(file, Uint8Array.from(encoded))
}

function withProfileOf(original: Uint8Array, encoded: Uint8Array): Uint8Array {
  const profile = partsOf(original)?.parts.filter(isColourProfile)
  const made = partsOf(encoded)
  if (!made || !profile || profile.length === 0) return encoded
  // Behind the head and the segment that says that it is a JFIF.
  const at = made.parts[1]?.name === 'APP0' ? 2 : 1
  return joinParts({ ...made, parts: made.parts.toSpliced(at, 0, ...profile) })
}
