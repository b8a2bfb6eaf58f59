import { isExif, readOrientation } from '../../../pictures/metadata/exif.ts'
import { partsOf } from '../../../pictures/metadata/pictureParts.ts'

const colorSpaces: Readonly<Record<number, string>> = {
  1: '/DeviceGray',
  3: '/DeviceRGB',
  4: '/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]',
}
/** Degrees by the orientation of Exif; mirrored ones are as good as unknown. */
const rotations: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 }
/** The names of the segments that begin a frame: those of ITU T.81 that are no tables. */
const frameName = /^c[^48c]$/

/**
 * Returns a PDF with a JPEG as its only page, so that PDFium can draw it smaller. Undefined for
 * bytes that are none, or of a kind that nobody writes.
 */
export function jpegPdf(jpeg: Buffer): Buffer | undefined {
  const parts = partsOf(jpeg)?.parts ?? []
  const frame = parts.find(({ name }) => frameName.test(name))?.content
  const space = frame && colorSpaces[frame[5] ?? 0]
  if (!frame || space === undefined) return undefined
  const [width, height] = [frame.readUInt16BE(3), frame.readUInt16BE(1)].map(String)
  if (width === '0' || height === '0') return undefined
  const exif = parts.find(isExif)
  const rotation = exif ? rotations[readOrientation(exif.content)] : undefined
  const content = `${width} 0 0 ${height} 0 0 cm /I Do`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${String(rotation ?? 0)} ` +
      '/Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>',
    `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
  ]
  const image =
    `5 0 obj\n<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
    `/BitsPerComponent 8 /ColorSpace ${space} /Filter /DCTDecode ` +
    `/Length ${String(jpeg.byteLength)} >>\nstream\n`
  // Without a table of places, PDFium looks for the objects itself.
  return Buffer.concat([
    Buffer.from('%PDF-1.4\n'),
    ...objects.map((object, index) =>
      Buffer.from(`${String(index + 1)} 0 obj\n${object}\nendobj\n`, 'latin1'),
    ),
    Buffer.from(image, 'latin1'),
    jpeg,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 1 0 R /Size 6 >>\n%%EOF\n'),
  ])
}
