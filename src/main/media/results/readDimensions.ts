/** The size of a picture in pixels; null if its head does not tell. */
export interface Dimensions {
  width: number | null
  height: number | null
}

const unknown: Dimensions = { width: null, height: null }

/** Reads a picture's size from the beginning of its file, without decoding it. Never fails. */
export function readDimensions(head: Uint8Array, mediaType: string): Dimensions {
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  try {
    if (mediaType === 'image/png') return sized(view.readUInt32BE(16), view.readUInt32BE(20))
    if (mediaType === 'image/gif') return sized(view.readUInt16LE(6), view.readUInt16LE(8))
    if (mediaType === 'image/jpeg') return readJpeg(view)
    if (mediaType === 'image/webp') return readWebp(view)
  } catch {
    // The head ends before it tells.
  }
  return unknown
}

function sized(width: number, height: number): Dimensions {
  return width > 0 && height > 0 ? { width, height } : unknown
}

/** Walks the segments to the start of a frame. Source: ITU T.81, annex B. */
function readJpeg(view: Buffer): Dimensions {
  let offset = 2
  while (view.readUInt8(offset) === 0xff) {
    const marker = view.readUInt8(offset + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return sized(view.readUInt16BE(offset + 7), view.readUInt16BE(offset + 5))
    offset += 2 + view.readUInt16BE(offset + 2)
  }
  return unknown
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
