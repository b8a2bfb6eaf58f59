import { deflate, inflate } from 'node:zlib'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { AppError } from '../../../shared/errors.ts'
import { hasPngSignature, pngSignature } from '../../../shared/fileFormats.ts'
import { joinParts, partsOf, pngPart, type PicturePart } from '../metadata/pictureParts.ts'
import { filterRow, passesOf, unfilterPass, type Pass, type PngFormat } from './pngRows.ts'

const inflateAsync = promisify(inflate)
const deflateAsync = promisify(deflate)

export interface DeepPixels {
  width: number
  height: number
  /** Red, green, blue and alpha of each pixel, 8 or 16 bits each. */
  data: Uint8Array | Uint16Array
}

export interface Pixels extends DeepPixels {
  /** Red, green, blue and alpha of each pixel, a byte each. */
  data: Uint8Array
}

const signature = Buffer.from(pngSignature, 'latin1')
/** Rows that are converted before other work gets its turn. */
const rowsOfSlice = 16
/** The largest picture whose pixels are read: one of more would take gigabytes. */
export const pixelsMaximum = 64_000_000
/** The samples of a pixel, by type of colour: grey, RGB, palette, grey with alpha, RGBA. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Decodes a PNG to 8 bits. Errors: unreadable for any other file and for more than 64 megapixels. */
export async function decodePng(file: Uint8Array): Promise<Pixels> {
  const { width, height, data } = await decodeDeepPng(file)
  if (data instanceof Uint8Array) return { width, height, data }
  return { width, height, data: Uint8Array.from(data, (sample) => Math.round(sample / 257)) }
}

/** Decodes a PNG to its own 8 or 16 bits. Errors: those of `decodePng`. */
export async function decodeDeepPng(file: Uint8Array): Promise<DeepPixels> {
  const parts = hasPngSignature(file) ? partsOf(file)?.parts : undefined
  if (!parts) throw unreadable()
  const contentOf = (wanted: string): Buffer | undefined =>
    parts.find(({ name }) => name === wanted)?.content
  const format = readFormat(contentOf('IHDR') ?? Buffer.alloc(0))
  const colours = { palette: contentOf('PLTE'), transparent: contentOf('tRNS') }
  if (format.hasPalette && !colours.palette) throw unreadable()
  const packed = parts.flatMap(({ name, content }) => (name === 'IDAT' ? [content] : []))
  return readPixels(format, colours, Buffer.concat(packed))
}

function unreadable(): AppError {
  return new AppError('unreadable', 'The picture is no PNG that Parley can read')
}

function readFormat(body: Buffer): PngFormat {
  if (body.length < 13) throw unreadable()
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
  const [depth = 0, colour = -1, , , interlace] = body.subarray(8)
  const channels = channelsOf[colour]
  const isDepth = [1, 2, 4, 8, 16].includes(depth) && (depth >= 8 || channels === 1)
  if (!channels || !isDepth || (colour === 3 && depth > 8)) throw unreadable()
  if (width * height === 0 || width * height > pixelsMaximum) throw unreadable()
  return { width, height, depth, channels, hasPalette: colour === 3, isInterlaced: interlace === 1 }
}

interface Colours {
  palette: Buffer | undefined
  /** The alpha of the palette's colours, or the one colour that is transparent. */
  transparent: Buffer | undefined
}

async function readPixels(
  format: PngFormat,
  colours: Colours,
  packed: Buffer,
): Promise<DeepPixels> {
  const { width, height, depth, channels } = format
  const passes = passesOf(format)
  const expected = passes.reduce((sum, { rows, rowLength }) => sum + rows * (rowLength + 1), 0)
  const bytes = await inflateAsync(packed, { maxOutputLength: expected }).catch(() => null)
  if (bytes?.length !== expected) throw unreadable()
  const length = width * height * 4
  const data = depth === 16 ? new Uint16Array(length) : new Uint8Array(length)
  const pixelBytes = Math.max(1, (channels * depth) / 8)
  let from = 0
  for (const pass of passes) {
    await unfilterPass(bytes, from, pass, pixelBytes)
    await unpackPass({ bytes, from, pass, format, colours }, data)
    from += pass.rows * (pass.rowLength + 1)
  }
  return { width, height, data }
}

interface Packed {
  bytes: Buffer
  from: number
  pass: Pass
  format: PngFormat
  colours: Colours
}

/** Writes the pixels of a pass to their places. */
async function unpackPass(packed: Packed, data: Uint8Array | Uint16Array): Promise<void> {
  const { bytes, from, pass, format, colours } = packed
  const { depth, channels, hasPalette, width } = format
  const scale = depth < 8 ? 255 / (2 ** depth - 1) : 1
  const { palette, transparent } = colours
  const key = hasPalette ? undefined : transparent
  const opaque = mostOf(data)
  const [green, blue, alpha] = [channels > 2 ? 1 : 0, channels > 2 ? 2 : 0, channels - 1]
  const hasAlpha = channels % 2 === 0
  for (let row = 0; row < pass.rows; row += 1) {
    const start = from + row * (pass.rowLength + 1) + 1
    let to = ((pass.top + row * pass.down) * width + pass.left) * 4
    for (let column = 0; column < pass.columns; column += 1, to += pass.across * 4) {
      const first = column * channels
      const red = sampleAt(bytes, start, first, depth)
      if (hasPalette) {
        data[to] = palette?.[red * 3] ?? 0
        data[to + 1] = palette?.[red * 3 + 1] ?? 0
        data[to + 2] = palette?.[red * 3 + 2] ?? 0
        data[to + 3] = transparent?.[red] ?? 255
        continue
      }
      const greenest = green === 0 ? red : sampleAt(bytes, start, first + green, depth)
      const bluest = blue === 0 ? red : sampleAt(bytes, start, first + blue, depth)
      data[to] = red * scale
      data[to + 1] = greenest * scale
      data[to + 2] = bluest * scale
      data[to + 3] = hasAlpha ? sampleAt(bytes, start, first + alpha, depth) : opaque
      if (key && isKey(key, channels, red, greenest, bluest)) data[to + 3] = 0
    }
    if (row % rowsOfSlice === rowsOfSlice - 1) await nextTurn()
  }
}

function sampleAt(bytes: Buffer, start: number, index: number, depth: number): number {
  if (depth === 8) return bytes[start + index] ?? 0
  if (depth === 16) {
    return ((bytes[start + index * 2] ?? 0) << 8) | (bytes[start + index * 2 + 1] ?? 0)
  }
  const bit = index * depth
  const byte = bytes[start + (bit >> 3)] ?? 0
  return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}

/** Tells whether a pixel has the one colour that is transparent. */
function isKey(key: Buffer, channels: number, red: number, green: number, blue: number): boolean {
  if (channels === 1) return key.length >= 2 && key.readUInt16BE(0) === red
  if (channels !== 3 || key.length < 6) return false
  const wanted = [key.readUInt16BE(0), key.readUInt16BE(2), key.readUInt16BE(4)]
  return wanted[0] === red && wanted[1] === green && wanted[2] === blue
}

export interface PngOptions {
  /** Chunks that say what the colours mean. */
  colour?: readonly PicturePart[]
  /** Takes more time for a smaller file: with filters, and without alpha if nothing shows through. */
  isSmall?: boolean
}

/** Encodes pixels as a PNG of their own 8 or 16 bits. */
export async function encodePng(
  { width, height, data }: DeepPixels,
  { colour = [], isSmall = false }: PngOptions = {},
): Promise<Uint8Array> {
  const channels = isSmall && isOpaque(data) ? 3 : 4
  const sampleBytes = data.BYTES_PER_ELEMENT
  const pixelBytes = channels * sampleBytes
  const rowLength = width * pixelBytes
  const rows = Buffer.alloc((rowLength + 1) * height)
  let above: Uint8Array | null = null
  for (let row = 0; row < height; row += 1) {
    const plain = plainRow(data.subarray(row * width * 4, (row + 1) * width * 4), channels)
    const to = rows.subarray(row * (rowLength + 1))
    if (isSmall) filterRow(plain, above, to, pixelBytes)
    else to.set(plain, 1)
    above = plain
    if (row % rowsOfSlice === rowsOfSlice - 1) await nextTurn()
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([sampleBytes * 8, channels === 4 ? 6 : 2, 0, 0, 0], 8)
  const packed = await deflateAsync(rows, { level: 6 })
  const head = { name: 'head', bytes: signature, content: signature }
  const parts = [
    ...[head, pngPart('IHDR', header), ...colour],
    ...[pngPart('IDAT', packed), pngPart('IEND', Buffer.alloc(0))],
  ]
  return joinParts({ format: 'png', parts })
}

/** Returns the highest value of a sample. */
export function mostOf(data: DeepPixels['data']): number {
  return data instanceof Uint16Array ? 65_535 : 255
}

function isOpaque(data: Uint8Array | Uint16Array): boolean {
  const opaque = mostOf(data)
  for (let at = 3; at < data.length; at += 4) if (data[at] !== opaque) return false
  return true
}

/** Returns the bytes of a row before they are filtered. */
function plainRow(samples: Uint8Array | Uint16Array, channels: number): Uint8Array {
  const isDeep = samples instanceof Uint16Array
  if (!isDeep && channels === 4) return samples
  const pixels = samples.length / 4
  const bytes = new Uint8Array(pixels * channels * samples.BYTES_PER_ELEMENT)
  let to = 0
  for (let at = 0; at < samples.length; at += 1) {
    if (channels === 3 && at % 4 === 3) continue
    const sample = samples[at] ?? 0
    if (isDeep) bytes[to++] = sample >> 8
    bytes[to++] = sample
  }
  return bytes
}
