import { fileFormats, formatsWith, type FormatWith } from '../../../shared/fileFormats.ts'

/** The size of a picture in pixels; null if its head does not tell. */
export interface Dimensions {
  width: number | null
  height: number | null
}

const unknown: Dimensions = { width: null, height: null }

type Read = (view: Buffer) => Dimensions

const readers: Readonly<Record<FormatWith<'isDrawn', true>, Read>> = {
  png: readPng,
  gif: readGif,
  jpeg: readJpeg,
  webp: readWebp,
  avif: readAvif,
  bmp: readBmp,
}

const byMediaType: ReadonlyMap<string, Read> = new Map([
  ...formatsWith('isDrawn', true).map(
    (name) => [fileFormats[name].mediaType, readers[name]] as const,
  ),
  ['image/apng', readPng],
])

/** Tells whether the size of such pictures is read: of all that pages draw, besides SVG. */
export function hasDimensions(mediaType: string): boolean {
  return byMediaType.has(mediaType)
}

/** Reads a picture's size from the beginning of its file, without decoding it. Never fails. */
export function readDimensions(head: Uint8Array, mediaType: string): Dimensions {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  try {
    return byMediaType.get(mediaType)?.(view) ?? unknown
  } catch {
    // The head ends before it tells.
    return unknown
  }
}

function sized(width: number, height: number): Dimensions {
  return width > 0 && height > 0 ? { width, height } : unknown
}

function readPng(view: Buffer): Dimensions {
  return sized(view.readUInt32BE(16), view.readUInt32BE(20))
}

/** Returns the screen with the first frame, which browsers enlarge it to. Source: GIF89a. */
function readGif(view: Buffer): Dimensions {
  const flags = view.readUInt8(10)
  let offset = 13 + colorsOf(flags)
  while (view.readUInt8(offset) === 0x21) {
    offset += 2
    for (let length = -1; length !== 0; offset += length + 1) length = view.readUInt8(offset)
  }
  const isFrame = view.readUInt8(offset) === 0x2c
  const far = (at: number): number =>
    isFrame ? view.readUInt16LE(offset + at) + view.readUInt16LE(offset + at + 4) : 0
  return sized(Math.max(view.readUInt16LE(6), far(1)), Math.max(view.readUInt16LE(8), far(3)))
}

/** Returns the bytes of a table of colors. */
function colorsOf(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/**
 * Walks the segments to the start of a frame. What is no segment is skipped, as decoders do. Source:
 * ITU T.81, annex B.
 */
function readJpeg(view: Buffer): Dimensions {
  for (let offset = 2; ;) {
    while (view.readUInt8(offset) !== 0xff) offset += 1
    while (view.readUInt8(offset) === 0xff) offset += 1
    const marker = view.readUInt8(offset)
    offset += 1
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return sized(view.readUInt16BE(offset + 5), view.readUInt16BE(offset + 3))
    const isAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (!isAlone) offset += view.readUInt16BE(offset)
  }
}

/** Source: RFC 9649, section 2. */
function readWebp(view: Buffer): Dimensions {
  const format = view.toString('latin1', 12, 16)
  if (format === 'VP8X') return sized(view.readUIntLE(24, 3) + 1, view.readUIntLE(27, 3) + 1)
  if (format === 'VP8 ') {
    return sized(view.readUInt16LE(26) & 0x3fff, view.readUInt16LE(28) & 0x3fff)
  }
  if (format !== 'VP8L') return unknown
  const bits = view.readUInt32LE(21)
  return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

/** Returns the largest of the file's pictures: some are parts of another. Source: ISO 23008-12. */
function readAvif(view: Buffer): Dimensions {
  const meta = boxesOf(view, 'meta')[0]?.subarray(4)
  const sizes = boxesOf(boxesOf(boxesOf(meta, 'iprp')[0], 'ipco')[0], 'ispe').map((box) =>
    sized(box.readUInt32BE(4), box.readUInt32BE(8)),
  )
  const pixelsOf = ({ width, height }: Dimensions): number => (width ?? 0) * (height ?? 0)
  return sizes.toSorted((one, other) => pixelsOf(other) - pixelsOf(one))[0] ?? unknown
}

/** Returns the bodies of the boxes of a type. Throws if one of them ends beyond the view. */
function boxesOf(view: Buffer | undefined, type: string): Buffer[] {
  const bodies: Buffer[] = []
  for (let at = 0; view && at + 8 <= view.length;) {
    const isLong = view.readUInt32BE(at) === 1
    const length = isLong ? Number(view.readBigUInt64BE(at + 8)) : view.readUInt32BE(at)
    const begin = at + (isLong ? 16 : 8)
    // The last box may say no length.
    const end = length === 0 ? view.length : at + length
    if (view.toString('latin1', at + 4, at + 8) === type) {
      if (end > view.length) throw new RangeError('The box ends beyond the view')
      bodies.push(view.subarray(begin, end))
    }
    at = Math.max(end, begin)
  }
  return bodies
}

/** A negative height says that the rows begin above. */
function readBmp(view: Buffer): Dimensions {
  const isOld = view.readUInt32LE(14) === 12
  if (isOld) return sized(view.readUInt16LE(18), view.readUInt16LE(20))
  return sized(view.readInt32LE(18), Math.abs(view.readInt32LE(22)))
}
