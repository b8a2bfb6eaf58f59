import { deflateSync } from 'node:zlib'
import { pngSignature } from '../../../shared/fileFormats.ts'
import { joinParts, pngPart, type PicturePart } from '../metadata/pictureParts.ts'
import { isOpaque, type Pixels } from './pixels.ts'

const signature = Buffer.from(pngSignature, 'latin1')

export interface PngOptions {
  /** Chunks that say what the colours mean. */
  colour?: readonly PicturePart[]
  /** Takes more time for a smaller file: with filters, and without alpha if nothing shows through. */
  isSmall?: boolean
}

/** Encodes pixels as a PNG of their own 8 or 16 bits. */
export function encodePng(pixels: Pixels, options: PngOptions = {}): Buffer {
  const { width, height, data } = pixels
  const channels = options.isSmall && isOpaque(data) ? 3 : 4
  const layout = { width, height, channels, sampleBytes: data.BYTES_PER_ELEMENT } as const
  return writePng(
    layout,
    (row) => rowBytes(data.subarray(row * width * 4, (row + 1) * width * 4), channels),
    options,
  )
}

/** Encodes shades of gray, a byte each. `stride` is the distance between two rows. */
export function encodeGrayPng(
  shades: Uint8Array,
  { width, height, stride }: { width: number; height: number; stride: number },
): Buffer {
  return writePng({ width, height, channels: 1, sampleBytes: 1 }, (row) =>
    shades.subarray(row * stride, row * stride + width),
  )
}

interface Layout {
  width: number
  height: number
  channels: keyof typeof colourTypes
  sampleBytes: number
}

/** Gray, RGB and RGBA. https://www.w3.org/TR/png-3/#11IHDR */
const colourTypes = { 1: 0, 3: 2, 4: 6 } as const

function writePng(
  { width, height, channels, sampleBytes }: Layout,
  rowOf: (row: number) => Uint8Array,
  { colour = [], isSmall = false }: PngOptions = {},
): Buffer {
  const pixelBytes = channels * sampleBytes
  const rowLength = width * pixelBytes + 1
  const rows = Buffer.alloc(rowLength * height)
  let above: Uint8Array = new Uint8Array(rowLength - 1)
  for (let row = 0; row < height; row += 1) {
    const plain = rowOf(row)
    const to = rows.subarray(row * rowLength)
    if (isSmall) filterRow(plain, above, to, pixelBytes)
    else to.set(plain, 1)
    above = plain
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([sampleBytes * 8, colourTypes[channels]], 8)
  const parts = [
    ...[{ name: 'head', bytes: signature, content: signature }, pngPart('IHDR', header), ...colour],
    ...[pngPart('IDAT', deflateSync(rows)), pngPart('IEND', Buffer.alloc(0))],
  ]
  return joinParts({ format: 'png', parts })
}

/** Returns the bytes of a row before they are filtered. */
function rowBytes(samples: Pixels['data'], channels: number): Uint8Array {
  const isDeep = samples instanceof Uint16Array
  if (!isDeep && channels === 4) return samples
  const bytes = new Uint8Array((samples.length / 4) * channels * samples.BYTES_PER_ELEMENT)
  let to = 0
  for (let at = 0; at < samples.length; at += 1) {
    if (channels === 3 && at % 4 === 3) continue
    const sample = samples[at] ?? 0
    if (isDeep) bytes[to++] = sample >> 8
    bytes[to++] = sample
  }
  return bytes
}

/** The filters that a row is tried with: none, by the left, by the one above, by what fits best. */
const triedFilters = [0, 1, 2, 4] as const
type Filter = (typeof triedFilters)[number]

/** Writes a row with the filter that makes its bytes smallest, after the byte that names it. */
function filterRow(row: Uint8Array, above: Uint8Array, to: Uint8Array, pixelBytes: number): void {
  let best = Infinity
  const tried = new Uint8Array(row.length)
  for (const filter of triedFilters) {
    let cost = 0
    for (let at = 0; at < row.length; at += 1) {
      const byte = ((row[at] ?? 0) - predicted(filter, row, above, at, pixelBytes)) & 255
      cost += byte < 128 ? byte : 256 - byte
      tried[at] = byte
    }
    if (cost >= best) continue
    best = cost
    to[0] = filter
    to.set(tried, 1)
  }
}

/** Returns what a filter takes from a byte. https://www.w3.org/TR/png-3/#9Filters */
function predicted(
  filter: Filter,
  row: Uint8Array,
  above: Uint8Array,
  at: number,
  pixelBytes: number,
): number {
  if (filter === 0) return 0
  const left = at < pixelBytes ? 0 : (row[at - pixelBytes] ?? 0)
  if (filter === 1) return left
  const up = above[at] ?? 0
  if (filter === 2) return up
  const corner = at < pixelBytes ? 0 : (above[at - pixelBytes] ?? 0)
  const [byLeft, byUp] = [Math.abs(up - corner), Math.abs(left - corner)]
  const byCorner = Math.abs(left + up - 2 * corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}
