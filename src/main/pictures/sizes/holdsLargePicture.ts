import { fileFormats, formatsWith, hasSignature } from '../../../shared/fileFormats.ts'
import { maxShownPixels } from '../../../shared/limits.ts'
import { readDimensions } from './readDimensions.ts'
import { readHead } from '../files/readHead.ts'

/** A larger drawing is shown by no page. */
const maxDrawingBytes = 16 * 1024 * 1024
/** Base64 characters of an embedded picture to search for its size. */
const searchedLength = 4 * 1024 * 1024

/**
 * Tells whether a drawing (SVG) holds pictures that would take too much memory to be decoded. A
 * page decodes what a drawing embeds as soon as it shows it. What can't be judged counts as too
 * large.
 */
export async function holdsLargePicture(path: string): Promise<boolean> {
  const bytes = await readHead(path, maxDrawingBytes + 1)
  if (bytes.length > maxDrawingBytes) return true
  const text = Buffer.from(bytes).toString('utf8')
  // Entities of its own may put an address together from anything.
  if (/<!ENTITY/i.test(text)) return true
  let pixels = 0
  for (const address of embeddedIn(text)) {
    pixels += pixelsOf(address)
    if (pixels > maxShownPixels) return true
  }
  return false
}

/** Returns the data addresses of a drawing, as a page reads them, without what marks them. */
function embeddedIn(text: string): string[] {
  const plain = text
    .replaceAll(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => characterOf(code, 16))
    .replaceAll(/&#(\d{1,7});?/g, (_, code: string) => characterOf(code, 10))
    .replaceAll(/\\([0-9a-f]{1,6})[ \t\r\n]?/gi, (_, code: string) => characterOf(code, 16))
    // An escape of CSS may stand before any letter.
    .replaceAll(/\\(?=[a-z:])/gi, '')
    // Addresses are read without them.
    .replaceAll(/[\t\r\n]/g, '')
  return plain.split(/data:(?=[^,<>]{0,1000},)/i).slice(1)
}

function characterOf(code: string, base: number): string {
  const point = Number.parseInt(code, base)
  return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : ''
}

/** Returns the pixels of an embedded file; infinitely many where nobody can tell. */
function pixelsOf(address: string): number {
  const [, type = '', data] =
    /^\s*([\w+-]+\/[\w.+-]+)[^,]*;\s*base64\s*,\s*([a-z0-9+/=\s]*)/i.exec(
      address.slice(0, searchedLength),
    ) ?? []
  // A font is no picture.
  if (/^(?:font\/|application\/(?:x-)?font)/i.test(address.trimStart())) return 0
  if (data === undefined || !/^image\/(?!svg)/i.test(type)) return Infinity
  const bytes = Buffer.from(data, 'base64')
  // A page goes by the bytes, whatever the address calls them.
  const known = formatsWith('isDrawn', true).find((name) => hasSignature(bytes, name))
  const { width, height } = readDimensions(bytes, known ? fileFormats[known].mediaType : '')
  return width === null || height === null ? Infinity : width * height
}
