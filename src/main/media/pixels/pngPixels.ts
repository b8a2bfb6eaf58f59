import { crc32, deflate, inflate } from 'node:zlib'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '../../../shared/errors.ts'

const inflateAsync = promisify(inflate)
const deflateAsync = promisify(deflate)

export interface Pixels {
  width: number
  height: number
  /** Red, green, blue and alpha of each pixel, a byte each. */
  data: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Rows that are read before other work gets its turn. */
const rowsOfSlice = 64
/** A mask of more would take more memory than it is worth. */
const pixelsMaximum = 64_000_000
/** The bytes of a pixel, by type of colour: grey, RGB, grey with alpha, RGBA. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

interface Header {
  width: number
  height: number
  channels: number
}

/**
 * Decodes a PNG of 8 bits without interlacing, as pages draw them. Errors: unreadable for any other
 * file and for more than 64 megapixels.
 */
export async function decodePng(file: Uint8Array): Promise<Pixels> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, 8).equals(signature)) throw unreadable()
  let header: Header | undefined
  const data: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (body.length < length) throw unreadable()
    if (type === 'IHDR') header = readHeader(body)
    if (type === 'IDAT') data.push(body)
    if (type === 'IEND') break
    at += 12 + length
  }
  if (!header) throw unreadable()
  return { ...sizeOf(header), data: await readRows(header, Buffer.concat(data)) }
}

function sizeOf({ width, height }: Header) {
  return { width, height }
}

function unreadable(): AppError {
  return new AppError('unreadable', 'The picture is no PNG that Parley can read')
}

function readHeader(body: Buffer): Header {
  if (body.length < 13) throw unreadable()
  const width = body.readUInt32BE(0)
  const height = body.readUInt32BE(4)
  const channels = channelsOf[body[9] ?? -1]
  const isPlain = body[8] === 8 && body[12] === 0
  if (!isPlain || !channels || width * height === 0 || width * height > pixelsMaximum) {
    throw unreadable()
  }
  return { width, height, channels }
}

async function readRows(header: Header, packed: Buffer): Promise<Uint8Array> {
  const { width, height, channels } = header
  const rowLength = width * channels
  const expected = (rowLength + 1) * height
  const rows = await inflateAsync(packed, { maxOutputLength: expected }).catch(() => null)
  if (rows?.length !== expected) throw unreadable()
  for (let row = 0; row < height; row += 1) {
    unfilter(rows, row, rowLength, channels)
    // A large picture must not hold up everything else.
    if (row % rowsOfSlice === rowsOfSlice - 1) await nextTurn()
  }
  return toRgba(rows, header)
}

/** Undoes the filter of a row in place. https://www.w3.org/TR/png-3/#9Filters */
function unfilter(rows: Buffer, row: number, rowLength: number, channels: number): void {
  const start = row * (rowLength + 1) + 1
  const filter = rows[start - 1]
  const above = start - rowLength - 1
  for (let index = 0; index < rowLength; index += 1) {
    const at = start + index
    const left = index >= channels ? (rows[at - channels] ?? 0) : 0
    const up = row > 0 ? (rows[above + index] ?? 0) : 0
    const corner = row > 0 && index >= channels ? (rows[above + index - channels] ?? 0) : 0
    rows[at] = (rows[at] ?? 0) + predict(filter, left, up, corner)
  }
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4: {
      const byLeft = Math.abs(up - corner)
      const byUp = Math.abs(left - corner)
      const byCorner = Math.abs(left + up - 2 * corner)
      if (byLeft <= byUp && byLeft <= byCorner) return left
      return byUp <= byCorner ? up : corner
    }
    default:
      throw unreadable()
  }
}

function toRgba(rows: Buffer, { width, height, channels }: Header): Uint8Array {
  const data = new Uint8Array(width * height * 4)
  const hasColour = channels > 2
  const hasAlpha = channels % 2 === 0
  for (let row = 0, to = 0; row < height; row += 1) {
    let from = row * (width * channels + 1) + 1
    for (let column = 0; column < width; column += 1, from += channels, to += 4) {
      data[to] = rows[from] ?? 0
      data[to + 1] = rows[hasColour ? from + 1 : from] ?? 0
      data[to + 2] = rows[hasColour ? from + 2 : from] ?? 0
      data[to + 3] = hasAlpha ? (rows[from + channels - 1] ?? 0) : 255
    }
  }
  return data
}

/** Encodes pixels as a PNG with alpha. */
export async function encodePng({ width, height, data }: Pixels): Promise<Uint8Array> {
  const rows = Buffer.alloc((width * 4 + 1) * height)
  for (let row = 0; row < height; row += 1) {
    rows.set(data.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const packed = await deflateAsync(rows, { level: 6 })
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', packed),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a chunk of a PNG with its length and checksum. */
function pngChunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
