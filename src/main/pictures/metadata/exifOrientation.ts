const orientationTag = 0x0112
const shortType = 3
/** A camera writes some fifty. */
const entriesMaximum = 500
const exifHead = Buffer.from('Exif\0\0', 'latin1')

/**
 * Returns the Exif that turns a picture as this one does, and says nothing else; null if this one
 * does not turn it, or is broken. Source: Exif 2.32, section 4.6.2.
 */
export function onlyOrientation(exif: Buffer): Buffer | null {
  const head = exif.subarray(0, exifHead.length).equals(exifHead) ? exifHead : Buffer.alloc(0)
  const orientation = orientationOf(exif.subarray(head.length))
  if (orientation < 2 || orientation > 8) return null
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(orientationTag, 10)
  tiff.writeUInt16LE(shortType, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return Buffer.concat([head, tiff])
}

/** Returns 1, which turns nothing, where the picture does not tell. */
function orientationOf(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const count = Math.min(short(first), entriesMaximum)
    for (let entry = 0; entry < count; entry += 1) {
      const at = first + 2 + entry * 12
      if (short(at) === orientationTag && short(at + 2) === shortType) return short(at + 8)
    }
  } catch {
    // It promises more than it has.
  }
  return 1
}
