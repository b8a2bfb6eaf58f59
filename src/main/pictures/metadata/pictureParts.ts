import { crc32 } from 'node:zlib'
import {
  formatsWith,
  hasPngSignature,
  hasSignature,
  type FormatWith,
} from '../../../shared/fileFormats.ts'

/** The parts of a picture's file, in order. Together they are the file, byte for byte. */
export interface PictureParts {
  format: FormatWith<'isEditable', true>
  parts: readonly PicturePart[]
}

export interface PicturePart {
  /** `iTXt`, `APP1`, `EXIF` …; `head` and `body` are what has no name. */
  name: string
  /** All bytes of the part, with its own head. */
  bytes: Buffer
  /** The content without the head. */
  content: Buffer
}

const readers: Readonly<Record<PictureParts['format'], (bytes: Buffer) => PicturePart[] | null>> = {
  png: readPng,
  jpeg: readJpeg,
  webp: readWebp,
}

/** Cuts a PNG, JPEG or WebP into its parts; null for any other file, and for a broken one. */
export function partsOf(file: Uint8Array): PictureParts | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const format = formatsWith('isEditable', true).find((name) => hasSignature(bytes, name))
  const parts = format && readers[format](bytes)
  return parts ? { format, parts } : null
}

function part(name: string, bytes: Buffer, from = 0, to = bytes.length): PicturePart {
  return { name, bytes, content: bytes.subarray(from, to) }
}

function readPng(bytes: Buffer): PicturePart[] | null {
  if (!hasPngSignature(bytes)) return null
  const parts = [part('head', bytes.subarray(0, 8))]
  let at = 8
  while (at < bytes.length) {
    if (at + 12 > bytes.length) return null
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return null
    const name = bytes.toString('latin1', at + 4, at + 8)
    parts.push(part(name, bytes.subarray(at, end), 8, end - at - 4))
    at = end
    if (name !== 'IEND') continue
    if (at < bytes.length) parts.push(part('body', bytes.subarray(at)))
    return parts
  }
  return null
}

function readJpeg(bytes: Buffer): PicturePart[] | null {
  const parts = [part('head', bytes.subarray(0, 2))]
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    // From the scan on, all is the picture itself.
    if (marker === 0xda) return [...parts, part('body', bytes.subarray(at))]
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return null
    parts.push(part(jpegName(marker), bytes.subarray(at, end), 4))
    at = end
  }
  return null
}

function jpegName(marker: number): string {
  if (marker >= 0xe0 && marker <= 0xef) return `APP${String(marker - 0xe0)}`
  return marker === 0xfe ? 'COM' : marker.toString(16)
}

function readWebp(bytes: Buffer): PicturePart[] | null {
  const parts = [part('head', bytes.subarray(0, 12))]
  let at = 12
  while (at + 8 <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > bytes.length) return null
    const name = bytes.toString('latin1', at, at + 4)
    parts.push(part(name, bytes.subarray(at, end), 8, 8 + length))
    at = end
  }
  return at === bytes.length ? parts : null
}

/** Returns a PNG's chunk. */
export function pngPart(name: string, content: Uint8Array): PicturePart {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return part(name, Buffer.concat([length, named, sum]), 8, 8 + content.length)
}

/** Returns a JPEG's segment, of 65,533 bytes at most. */
export function jpegPart(marker: number, content: Uint8Array): PicturePart {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return part(jpegName(marker), Buffer.concat([head, content]), 4)
}

/** Flags in the first byte of a WebP's extended header. */
export const webpFlags = { xmp: 0x04, exif: 0x08, alpha: 0x10 } as const

/** Returns a WebP's chunk. */
export function webpPart(name: string, content: Uint8Array): PicturePart {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  const padding = Buffer.alloc(content.length % 2)
  return part(name, Buffer.concat([head, content, padding]), 8, 8 + content.length)
}

/** Joins parts to a file. */
export function joinParts({ format, parts }: PictureParts): Buffer {
  const file = Buffer.concat(parts.map(({ bytes }) => bytes))
  if (format === 'webp') file.writeUInt32LE(file.length - 8, 4)
  return file
}
