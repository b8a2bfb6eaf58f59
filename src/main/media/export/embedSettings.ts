import {
  joinParts,
  jpegPart,
  partsOf,
  pngPart,
  webpPart,
} from '../../pictures/metadata/pictureParts.ts'
import type { PicturePart, PictureParts } from '../../pictures/metadata/pictureParts.ts'
import type { SavedSettings } from '../../../shared/mediaSettings.ts'
import { parametersKeyword, parametersText, parleyKeyword } from './parametersText.ts'
import { webpSize } from '../../pictures/metadata/webpSize.ts'

const parleyNamespace = 'https://parley.chat/ns/media/1.0/'
const jpegContentMaximum = 65_533
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
/** The flag of a WebP's XMP, and of transparency, in its extended header. */
const webpXmp = 0x04
const webpAlpha = 0x10

/**
 * Returns a picture that carries its settings: in a PNG as text, in a JPEG or WebP as XMP. Its pixels
 * stay as they are; content credentials no longer match. Null if it is none of these, or if a JPEG
 * has no room for them.
 */
export function embedSettings(file: Uint8Array, settings: SavedSettings): Uint8Array | null {
  const read = partsOf(file)
  if (!read) return null
  const parts = withSettings(read, settings)
  return parts && joinParts({ format: read.format, parts })
}

function withSettings(
  { format, parts }: PictureParts,
  settings: SavedSettings,
): readonly PicturePart[] | null {
  switch (format) {
    case 'png': {
      const texts = [
        textPart(parametersKeyword, parametersText(settings)),
        textPart(parleyKeyword, JSON.stringify(settings)),
      ]
      // Behind the header, where every reader looks.
      return parts.flatMap((part) => (part.name === 'IHDR' ? [part, ...texts] : [part]))
    }
    case 'jpeg': {
      const content = Buffer.from(`${xmpName}${xmpOf(settings)}`)
      if (content.length > jpegContentMaximum) return null
      const kept = parts.filter((part) => !isXmp(part))
      // JFIF and Exif come first.
      const place = kept.findIndex(
        ({ name, content: own }, index) => index > 0 && !isLeading(name, own),
      )
      return kept.toSpliced(place, 0, jpegPart(0xe1, content))
    }
    case 'webp':
      return webpWith(parts, Buffer.from(xmpOf(settings)))
  }
}

/** Returns a PNG's text in UTF-8, uncompressed, without a language. */
function textPart(keyword: string, text: string): PicturePart {
  return pngPart('iTXt', Buffer.from(`${keyword}\0\0\0\0\0${text}`))
}

function isXmp({ name, content }: PicturePart): boolean {
  return name === 'APP1' && content.toString('latin1', 0, xmpName.length) === xmpName
}

function isLeading(name: string, content: Buffer): boolean {
  return name === 'APP0' || (name === 'APP1' && content.toString('latin1', 0, 4) === 'Exif')
}

function webpWith(parts: readonly PicturePart[], xmp: Buffer): readonly PicturePart[] | null {
  const [head, ...rest] = parts.filter(({ name }) => name !== 'XMP ')
  const size = webpSize(parts)
  if (!head || !size) return null
  const known = rest.find(({ name }) => name === 'VP8X')
  const header = known ? Buffer.from(known.content) : Buffer.alloc(10)
  if (!known) {
    if (size.hasAlpha) header[0] = webpAlpha
    header.writeUIntLE(size.width - 1, 4, 3)
    header.writeUIntLE(size.height - 1, 7, 3)
  }
  header[0] = (header[0] ?? 0) | webpXmp
  const others = rest.filter(({ name }) => name !== 'VP8X')
  return [head, webpPart('VP8X', header), ...others, webpPart('XMP ', xmp)]
}

function xmpOf(settings: SavedSettings): string {
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:parley="${parleyNamespace}">`,
    `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escape(settings.prompt)}</rdf:li></rdf:Alt></dc:description>`,
    `<parley:settings>${escape(JSON.stringify(settings))}</parley:settings>`,
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
