import { joinParts, partsOf, webpPart } from './pictureParts.ts'
import type { PicturePart, PictureParts } from './pictureParts.ts'

/** What a picture needs to be shown as it is; all else of a PNG or JPEG tells of something. */
const shown: Readonly<Record<PictureParts['format'], RegExp>> = {
  png: /^(?:head|IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|mDCV|cLLI|bKGD|pHYs|acTL|fcTL|fdAT)$/,
  // APP0 is JFIF, APP2 the profile of colours, APP14 Adobe's transform of colours.
  jpeg: /^(?:head|body|[0-9a-f]{2}|APP0|APP2|APP14)$/,
  webp: /^(?:head|VP8 |VP8L|VP8X|ALPH|ANIM|ANMF|ICCP)$/,
}

/** The flags of a WebP's metadata in its extended header. */
const webpMetadata = 0x0c
const profileName = 'ICC_PROFILE\0'

/**
 * Returns a picture without text, camera data, place, thumbnail or content credentials. Its pixels
 * and colours stay. Null if it is no PNG, JPEG or WebP.
 */
export function stripMetadata(file: Uint8Array): Uint8Array | null {
  const read = partsOf(file)
  if (!read) return null
  const { format } = read
  const parts = read.parts.filter((part) => shown[format].test(part.name) && !isForeign(part))
  return joinParts({ format, parts: parts.map(withoutFlags) })
}

/** APP2 also carries previews of cameras. */
function isForeign({ name, content }: PicturePart): boolean {
  return name === 'APP2' && content.toString('latin1', 0, profileName.length) !== profileName
}

function withoutFlags(part: PicturePart): PicturePart {
  if (part.name !== 'VP8X') return part
  const content = Buffer.from(part.content)
  content[0] = (content[0] ?? 0) & ~webpMetadata
  return webpPart('VP8X', content)
}
