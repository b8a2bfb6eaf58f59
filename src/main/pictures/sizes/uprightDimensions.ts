import { isExif, readOrientation } from '../metadata/exif.ts'
import { partsOf } from '../metadata/pictureParts.ts'
import { readDimensions, type Dimensions } from './readDimensions.ts'

/** Bytes in which a photo states its size: it stands behind the data of the camera. */
export const photoHeadBytes = 4 * 1024 * 1024

/**
 * Returns the size of a picture as it is shown: a camera may have been turned. `head` is the
 * beginning of the file.
 */
export function uprightDimensions(head: Uint8Array, mediaType: string): Dimensions {
  const { width, height } = readDimensions(head, mediaType)
  const isTurned = mediaType === 'image/jpeg' && orientationOf(head) >= 5
  return isTurned ? { width: height, height: width } : { width, height }
}

/** Returns how a JPEG is to be turned, from 1 to 8; 1 for any other file. */
export function orientationOf(head: Uint8Array): number {
  const read = partsOf(head)
  const exif = read?.format === 'jpeg' ? read.parts.find(isExif) : undefined
  return exif ? readOrientation(exif.content) : 1
}
