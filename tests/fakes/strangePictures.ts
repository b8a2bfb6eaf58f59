import { pngFile } from './pngFile.ts'
import { smallPictures } from './smallPictures.ts'

/** Returns a PNG of 16 bits a channel, which most programs write only for photographs. */
export function deepPng(side = 40): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([16, 6, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (1 + side * 8))
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const at = y * (1 + side * 8) + 1 + x * 8
      rows.writeUInt16BE(Math.floor((x / side) * 65_535), at)
      rows.writeUInt16BE(Math.floor((y / side) * 65_535), at + 2)
      rows.writeUInt16BE(30_000, at + 4)
      rows.writeUInt16BE(65_535, at + 6)
    }
  }
  return pngFile(header, rows)
}

/** Returns a JPEG of 16 × 16 pixels in four inks (CMYK, as Adobe's programs write it). */
export function inkJpeg(): Buffer {
  const quantization = [0xff, 0xdb, 0, 67, 0, ...Array<number>(64).fill(1)]
  const adobe = [0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]
  const inks = [1, 2, 3, 4]
  const frame = [
    ...[0xff, 0xc0, 0, 20, 8, 0, 16, 0, 16, 4],
    ...inks.flatMap((ink) => [ink, 0x11, 0]),
  ]
  // Each table has one code of one bit: "no difference", and "end of block".
  const table = (place: number): number[] => [
    ...[0xff, 0xc4, 0, 20, place],
    ...[1, ...Array<number>(15).fill(0)],
    0,
  ]
  const scan = [0xff, 0xda, 0, 14, 4, ...inks.flatMap((ink) => [ink, 0]), 0, 63, 0]
  // Four blocks of four inks, two bits each.
  const blocks = [0, 0, 0, 0]
  const parts = [[0xff, 0xd8], adobe, quantization, frame, table(0), table(0x10), scan, blocks]
  return Buffer.from([...parts.flat(), 0xff, 0xd9])
}

/** Returns a WebP of two frames. */
export function movingWebp(): Buffer {
  const still = smallPictures['image/webp'] ?? Buffer.alloc(0)
  const bitmap = still.subarray(12)
  const size = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, value >> 16]
  const [width, height] = [size(36), size(22)]
  const frame = Buffer.concat([
    Buffer.from([...Array<number>(6).fill(0), ...width, ...height, ...size(100), 0]),
    bitmap,
  ])
  return riff([
    webpChunk('VP8X', Buffer.from([0x02, 0, 0, 0, ...width, ...height])),
    webpChunk('ANIM', Buffer.alloc(6)),
    webpChunk('ANMF', frame),
    webpChunk('ANMF', frame),
  ])
}

function webpChunk(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(type), length, body, Buffer.alloc(body.length % 2)])
}

function riff(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), length, body])
}

/** Returns a JPEG whose EXIF promises more than it has, in a circle. */
export function brokenExif(): Buffer {
  const jpeg = smallPictures['image/jpeg'] ?? Buffer.alloc(0)
  const tiff = Buffer.from(
    'Exif\0\0II*\0\x08\0\0\0\xff\xff\x12\x01\x03\0\xff\xff\xff\xff\xfe\xff\xff\xff\x08\0\0\0',
    'latin1',
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(tiff.length + 2)
  return Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    tiff,
    jpeg.subarray(2),
  ])
}

/** The pictures that few programs write, by what is strange about them. */
export const strangePictures: Readonly<Record<string, { mediaType: string; bytes: Buffer }>> = {
  '16 bits a channel': { mediaType: 'image/png', bytes: deepPng() },
  'four inks': { mediaType: 'image/jpeg', bytes: inkJpeg() },
  'two frames': { mediaType: 'image/webp', bytes: movingWebp() },
  'broken EXIF': { mediaType: 'image/jpeg', bytes: brokenExif() },
}
