import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import jpegModule from '@jsquash/jpeg/codec/enc/mozjpeg_enc.js'
import { defaultOptions as jpegOptions } from '@jsquash/jpeg/meta.js'
import webpModule from '@jsquash/webp/codec/enc/webp_enc.js'
import { defaultOptions as webpOptions } from '@jsquash/webp/meta.js'
import { onFirstUse } from '../../src/shared/onFirstUse.ts'
import { encodePng, type Pixels } from './pngPixels.ts'

export const encodedTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type EncodedType = (typeof encodedTypes)[number]

interface Encoder {
  encode: (data: Uint8Array, width: number, height: number, options: object) => Uint8Array
}
type Start = (options: { wasmBinary: Uint8Array }) => Promise<Encoder>

async function startEncoder(start: unknown, file: string): Promise<Encoder> {
  return (start as Start)({ wasmBinary: await readFile(fileURLToPath(import.meta.resolve(file))) })
}

/** To compile one takes longer than all that it encodes. */
const encoders = {
  jpeg: onFirstUse(() => startEncoder(jpegModule, '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm')),
  webp: onFirstUse(() => startEncoder(webpModule, '@jsquash/webp/codec/enc/webp_enc.wasm')),
}

/** Encodes pixels with the real encoders of JPEG and WebP. */
export async function encodePicture(pixels: Pixels, type: EncodedType): Promise<Uint8Array> {
  if (type === 'image/png') return encodePng(pixels)
  const isJpeg = type === 'image/jpeg'
  const encoder = await (isJpeg ? encoders.jpeg() : encoders.webp())
  const { width, height, data } = pixels
  const options = isJpeg ? { ...jpegOptions, quality: 90 } : { ...webpOptions, quality: 90 }
  return Uint8Array.from(encoder.encode(data, width, height, options))
}

/** Exif with the orientation as its only entry. */
const exifHex = '4578696600004d4d002a0000000800010112000300000001' + '0'.repeat(16)

/** Returns a JPEG that says that its camera was turned, as one of the eight ways of Exif. */
export function turnedJpeg(jpeg: Uint8Array, orientation: number): Uint8Array {
  const exif = Buffer.from(exifHex, 'hex')
  exif.writeUInt16BE(orientation, 6 + 8 + 2 + 8)
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(exif.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}
