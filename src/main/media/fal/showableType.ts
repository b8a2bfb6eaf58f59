import { fileFormats, hasPngSignature, hasSignature } from '../../../shared/fileFormats.ts'
import { readDimensions } from '../../pictures/sizes/readDimensions.ts'

/** A page decodes each picture. */
const maxPixels = 4096 * 4096

/** Returns the type of a picture by its bytes; undefined for one that no page should decode. */
export function showableType(bytes: Uint8Array): string | undefined {
  const mediaType = hasPngSignature(bytes)
    ? fileFormats.png.mediaType
    : hasSignature(bytes, 'jpeg')
      ? fileFormats.jpeg.mediaType
      : undefined
  if (mediaType === undefined) return undefined
  const { width, height } = readDimensions(bytes, mediaType)
  const isSmall = width !== null && height !== null && width * height <= maxPixels
  return isSmall ? mediaType : undefined
}
