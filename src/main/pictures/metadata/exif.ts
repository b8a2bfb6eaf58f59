import type { PicturePart } from './pictureParts.ts'

const orientationTag = 0x0112
const shortType = 3
/** A camera writes some fifty. */
const maxEntries = 500
const exifHead = Buffer.from('Exif\0\0', 'latin1')

/** Tells whether a part of a PNG, JPEG or WebP is its Exif. */
export function isExif({ name, content }: PicturePart): boolean {
  if (name === 'APP1') return content.toString('latin1', 0, 4) === 'Exif'
  return name === 'eXIf' || name === 'EXIF'
}

/**
 * Returns the Exif that turns a picture as this one does, and says nothing else; null if this one
 * does not turn it, or is broken.
 */
export function onlyOrientation(exif: Buffer): Buffer | null {
  const orientation = readOrientation(exif)
  if (orientation === 1) return null
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(orientationTag, 10)
  tiff.writeUInt16LE(shortType, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return Buffer.concat([headOf(exif), tiff])
}

/**
 * Returns how Exif turns its picture, from 1 to 8; 1, which turns nothing, where it does not tell.
 * Source: Exif 2.32, section 4.6.2.
 */
export function readOrientation(exif: Buffer): number {
  const tiff = exif.subarray(headOf(exif).length)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const count = Math.min(short(first), maxEntries)
    for (let entry = 0; entry < count; entry += 1) {
      const at = first + 2 + entry * 12
      if (short(at) !== orientationTag || short(at + 2) !== shortType) continue
      const value = short(at + 8)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch {
    // It promises more than it has.
  }
  return 1
}

/** Returns what a JPEG puts before its Exif. */
function headOf(exif: Buffer): Buffer {
  const head = exif.subarray(0, exifHead.length)
  return head.equals(exifHead) ? head : Buffer.alloc(0)
}
