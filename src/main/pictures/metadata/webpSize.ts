import type { PicturePart } from './pictureParts.ts'

/** Returns the size of a WebP by its own header; null for a broken one. */
export function webpSize(
  parts: readonly PicturePart[],
): { width: number; height: number; hasAlpha: boolean } | null {
  for (const { name, content } of parts) {
    if (name === 'VP8X' && content.length >= 10) {
      return {
        width: content.readUIntLE(4, 3) + 1,
        height: content.readUIntLE(7, 3) + 1,
        hasAlpha: ((content[0] ?? 0) & 0x10) !== 0,
      }
    }
    if (name === 'VP8 ' && content.length >= 10) {
      return {
        width: content.readUInt16LE(6) & 0x3fff,
        height: content.readUInt16LE(8) & 0x3fff,
        hasAlpha: false,
      }
    }
    if (name === 'VP8L' && content.length >= 5) {
      const bits = content.readUInt32LE(1)
      return {
        width: (bits & 0x3fff) + 1,
        height: ((bits >>> 14) & 0x3fff) + 1,
        hasAlpha: ((bits >>> 28) & 1) === 1,
      }
    }
  }
  return null
}
