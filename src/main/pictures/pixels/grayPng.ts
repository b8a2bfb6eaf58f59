import { crc32, deflateSync } from 'node:zlib'
import { pngSignature } from '../../../shared/fileFormats.ts'

const signature = Buffer.from(pngSignature, 'latin1')

/** Writes a PNG of one byte a pixel. `stride` is the distance between two rows. */
export function grayPng(pixels: Uint8Array, width: number, height: number, stride: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  // Each row begins with its filter, 0 for none.
  for (let row = 0; row < height; row++) {
    rows.set(pixels.subarray(row * stride, row * stride + width), row * (width + 1) + 1)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(8, 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.byteLength)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
