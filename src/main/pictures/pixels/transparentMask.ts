import { hasPngSignature } from '../../../shared/fileFormats.ts'
import { encodePng } from './encodePng.ts'
import { isOpaque, mostOf, type Pixels } from './pixels.ts'

/**
 * Returns a mask as OpenAI wants it: a PNG that is transparent where the picture is to change.
 * Parley's own masks are white there; a mask with transparent places is one for OpenAI already.
 */
export function transparentMask(file: Uint8Array, pixels: Pixels): Uint8Array {
  const { width, height, data } = pixels
  if (!isOpaque(data)) return hasPngSignature(file) ? file : encodePng(pixels)
  const half = mostOf(data) / 2
  const made = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += 4) made[at + 3] = (data[at] ?? 0) > half ? 0 : 255
  return encodePng({ width, height, data: made })
}
