/** Fields of a JPEG's header. */
interface JpegFacts {
  width: number
  height: number
  components: number
  /** In degrees, clockwise, as a camera was held. */
  rotation: number
}

const colorSpaces: Readonly<Record<number, string>> = {
  1: '/DeviceGray',
  3: '/DeviceRGB',
  4: '/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]',
}
/** Degrees by the orientation of Exif; mirrored ones are as good as unknown. */
const rotations: Readonly<Record<number, number>> = { 3: 180, 6: 90, 8: 270 }
const orientationTag = 0x0112

/**
 * Returns a PDF with a JPEG as its only page, so that PDFium can draw it smaller. Undefined for
 * bytes that are none, or of a kind that nobody writes.
 */
export function jpegPdf(jpeg: Buffer): Buffer | undefined {
  const facts = jpegFacts(jpeg)
  const space = facts && colorSpaces[facts.components]
  if (!facts || space === undefined || facts.width === 0 || facts.height === 0) return undefined
  const { rotation } = facts
  const [width, height] = [String(facts.width), String(facts.height)]
  const content = `${width} 0 0 ${height} 0 0 cm /I Do`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${String(rotation)} ` +
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

function jpegFacts(jpeg: Buffer): JpegFacts | undefined {
  let rotation = 0
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1] ?? 0
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (isFrame(marker)) {
      const height = jpeg.readUInt16BE(at + 5)
      const width = jpeg.readUInt16BE(at + 7)
      return { width, height, components: jpeg[at + 9] ?? 0, rotation }
    }
    if (marker === 0xe1) rotation = rotationOf(jpeg.subarray(at + 4, end)) ?? rotation
    at = end
  }
  return undefined
}

/** The markers SOF0 to SOF15, without the three among them that are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Returns how a camera was held, from the first directory of its Exif. */
function rotationOf(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined
  const tiff = segment.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => {
    if (at + 2 > tiff.length) return 0
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  }
  if (tiff.length < 8) return undefined
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12
    if (short(at) === orientationTag) return rotations[short(at + 8)]
  }
  return undefined
}
