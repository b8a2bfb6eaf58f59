import { isColourProfile } from './colourParts.ts'
import { isExif, onlyOrientation } from './exif.ts'
import { joinParts, jpegPart, partsOf, pngPart, webpFlags, webpPart } from './pictureParts.ts'
import type { PicturePart, PictureParts } from './pictureParts.ts'

/** Chunks and segments that affect the picture on the screen. Everything else is metadata. */
const shown: Readonly<Record<PictureParts['format'], RegExp>> = {
  png: /^(?:head|IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|pHYs|acTL|fcTL|fdAT)$/,
  // APP0 is JFIF, APP2 the profile of colours, APP14 Adobe's transform of colours.
  jpeg: /^(?:head|body|[0-9a-f]{2}|APP0|APP2|APP14)$/,
  webp: /^(?:head|VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/,
}

/**
 * Returns a picture without text, camera data, place, thumbnail or content credentials. Its pixels
 * and colours stay, and the side that is up. Null if it is no PNG, JPEG or WebP.
 */
export function stripMetadata(file: Uint8Array): Uint8Array | null {
  const read = partsOf(file)
  if (!read) return null
  const { format } = read
  const parts = read.parts.flatMap((part) => {
    if (format === 'jpeg' && part.name === 'body') return [jpegScans(part)]
    const turned = isExif(part) ? onlyOrientation(part.content) : null
    if (turned) return exifPart[format](turned)
    return isShown(format, part) ? part : []
  })
  const hasExif = parts.some(isExif)
  return joinParts({ format, parts: parts.map((part) => withoutFlags(part, hasExif)) })
}

/**
 * Returns the scans of a JPEG without what stands between and behind them: cameras put whole
 * videos and previews behind the picture. A broken one stays as it is.
 */
function jpegScans(part: PicturePart): PicturePart {
  const { bytes } = part
  const kept: Buffer[] = []
  let start = 0
  for (let at = 0; at + 1 < bytes.length;) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    // Data of a scan: 0xff is followed by 0 there, or by a marker that only restarts it.
    if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      const next = bytes.indexOf(0xff, at + 1)
      at = next < 0 ? bytes.length : next
      continue
    }
    if (marker === 0xd9) {
      const end = Buffer.concat([...kept, bytes.subarray(start, at + 2)])
      return { ...part, bytes: end, content: end }
    }
    if (at + 4 > bytes.length) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) {
      kept.push(bytes.subarray(start, at))
      start = end
    }
    at = end
  }
  return part
}

const exifPart: Readonly<Record<PictureParts['format'], (exif: Buffer) => PicturePart>> = {
  png: (exif) => pngPart('eXIf', exif),
  jpeg: (exif) => jpegPart(0xe1, exif),
  webp: (exif) => webpPart('EXIF', exif),
}

function isShown(format: PictureParts['format'], part: PicturePart): boolean {
  // APP2 also carries previews of cameras.
  return shown[format].test(part.name) && (part.name !== 'APP2' || isColourProfile(part))
}

function withoutFlags(part: PicturePart, hasExif: boolean): PicturePart {
  if (part.name !== 'VP8X') return part
  const content = Buffer.from(part.content)
  content[0] = (content[0] ?? 0) & ~(webpFlags.xmp | (hasExif ? 0 : webpFlags.exif))
  return webpPart('VP8X', content)
}
