import { readDimensions, type Dimensions } from './readDimensions.ts'
import { partsOf } from '../metadata/pictureParts.ts'

/** Photos have their size behind what the camera says of them. */
export const photoHeadBytes = 4 * 1024 * 1024
const orientationTag = 0x0112
const shortType = 3

/**
 * Returns the size of a picture as it is shown: a camera may have been turned. `head` is the
 * beginning of the file.
 */
export function uprightDimensions(head: Uint8Array, mediaType: string): Dimensions {
  const { width, height } = readDimensions(head, mediaType)
  const isTurned = mediaType === 'image/jpeg' && orientationOf(head) >= 5
  return isTurned ? { width: height, height: width } : { width, height }
}

/**
 * Returns how a JPEG is to be turned, from 1 to 8; 1 for any other file. Source: Exif 2.32, section
 * 4.6.
 */
export function orientationOf(head: Uint8Array): number {
  const segment = partsOf(head)?.parts.find(
    ({ name, content }) => name === 'APP1' && content.toString('latin1', 0, 4) === 'Exif',
  )
  const exif = segment?.content.subarray(6)
  if (!exif) return 1
  const isLittle = exif.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  try {
    const start = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4)
    for (let entry = 0; entry < short(start); entry += 1) {
      const at = start + 2 + entry * 12
      if (short(at) === orientationTag && short(at + 2) === shortType)
        return knownOrientation(short(at + 8))
    }
  } catch {
    // It says more than it has.
  }
  return 1
}

function knownOrientation(value: number): number {
  return value >= 1 && value <= 8 ? value : 1
}
