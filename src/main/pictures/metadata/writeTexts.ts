import { readDimensions } from '../sizes/readDimensions.ts'
import { isExif } from './exif.ts'
import {
  joinParts,
  jpegPart,
  partsOf,
  pngPart,
  webpFlags,
  webpPart,
  type PicturePart,
  type PictureParts,
} from './pictureParts.ts'
import { parametersKeyword, parleyKeyword } from './readTexts.ts'

const parleyNamespace = 'https://parley.chat/ns/media/1.0/'
const maxJpegContentBytes = 65_533
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'

export interface PictureTexts {
  /** The prompt, which any program may display. */
  description: string
  /** All settings, as Automatic1111 and Parley write them. */
  parameters: string
  parley: string
}

/**
 * Returns a picture that carries texts: in a PNG as such, in a JPEG or WebP as XMP, without the
 * parameters. Its pixels stay as they are; content credentials no longer match. Null if it is none
 * of these, or if a JPEG has no room for them.
 */
export function writeTexts(file: Uint8Array, texts: PictureTexts): Uint8Array | null {
  const read = partsOf(file)
  if (!read) return null
  const parts = writers[read.format](read.parts, texts, file)
  return parts && joinParts({ format: read.format, parts })
}

type Write = (
  parts: readonly PicturePart[],
  texts: PictureTexts,
  file: Uint8Array,
) => readonly PicturePart[] | null

const writers: Readonly<Record<PictureParts['format'], Write>> = {
  png: pngWith,
  jpeg: jpegWith,
  webp: webpWith,
}

/** Puts the texts behind the header, where every reader looks. */
function pngWith(
  parts: readonly PicturePart[],
  { parameters, parley }: PictureTexts,
): readonly PicturePart[] {
  const texts = [textPart(parametersKeyword, parameters), textPart(parleyKeyword, parley)]
  return parts.flatMap((part) => (part.name === 'IHDR' ? [part, ...texts] : [part]))
}

/** Returns a PNG's text in UTF-8, uncompressed, without a language. */
function textPart(keyword: string, text: string): PicturePart {
  return pngPart('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))
}

function jpegWith(
  parts: readonly PicturePart[],
  texts: PictureTexts,
): readonly PicturePart[] | null {
  const content = Buffer.from(xmpName + xmpOf(texts))
  if (content.length > maxJpegContentBytes) return null
  const kept = parts.filter((part) => !isXmp(part))
  // JFIF and Exif come first.
  const place = kept.findIndex((part, index) => index > 0 && part.name !== 'APP0' && !isExif(part))
  return kept.toSpliced(place, 0, jpegPart(0xe1, content))
}

function isXmp({ name, content }: PicturePart): boolean {
  return name === 'APP1' && content.toString('latin1', 0, xmpName.length) === xmpName
}

function webpWith(
  parts: readonly PicturePart[],
  texts: PictureTexts,
  file: Uint8Array,
): readonly PicturePart[] | null {
  const [head, ...rest] = parts.filter(({ name }) => name !== 'XMP ' && name !== 'VP8X')
  const known = parts.find(({ name }) => name === 'VP8X')
  const header = known ? Buffer.from(known.content) : headerOf(file, rest)
  if (!head || !header) return null
  header[0] = (header[0] ?? 0) | webpFlags.xmp
  return [head, webpPart('VP8X', header), ...rest, webpPart('XMP ', Buffer.from(xmpOf(texts)))]
}

/** Returns the extended header of a WebP that has none; null for a broken one. */
function headerOf(file: Uint8Array, parts: readonly PicturePart[]): Buffer | null {
  const { width, height } = readDimensions(file, 'image/webp')
  if (width === null || height === null) return null
  const header = Buffer.alloc(10)
  const lossless = parts.find(({ name }) => name === 'VP8L')
  // A picture without loss has the same flag at the same place in its fifth byte.
  header[0] = (lossless?.content[4] ?? 0) & webpFlags.alpha
  header.writeUIntLE(width - 1, 4, 3)
  header.writeUIntLE(height - 1, 7, 3)
  return header
}

function xmpOf({ description, parley }: PictureTexts): string {
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:parley="${parleyNamespace}">`,
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escape(description)}</rdf:li></rdf:Alt></dc:description>`,
    `<parley:settings>${escape(parley)}</parley:settings>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  ].join('')
}

/** Escapes text for XML, and drops the characters that XML can't hold. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
