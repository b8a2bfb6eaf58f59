import { maxShownPixels } from '../../../shared/limits.ts'
import { hasDimensions, readDimensions } from './readDimensions.ts'
import { readHead } from '../files/readHead.ts'
import { photoHeadBytes } from './uprightDimensions.ts'

/**
 * Tells whether a stored picture would take too much memory to be decoded, by what its file says.
 * One whose size is not found where others have it counts as too large. `head` is the beginning of
 * the file.
 */
export async function isPictureTooLarge(
  path: string,
  head: Uint8Array,
  mediaType: string,
): Promise<boolean> {
  if (!hasDimensions(mediaType)) return false
  const known = hasTooManyPixels(head, mediaType)
  if (known !== undefined) return known
  const searched = await readHead(path, photoHeadBytes)
  return hasTooManyPixels(searched, mediaType) ?? searched.length === photoHeadBytes
}

/** Tells the same of a picture's beginning; undefined if that does not say its size. */
export function hasTooManyPixels(head: Uint8Array, mediaType: string): boolean | undefined {
  const { width, height } = readDimensions(head, mediaType)
  return width === null || height === null ? undefined : width * height > maxShownPixels
}
