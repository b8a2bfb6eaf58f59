import { decodePng as decode } from '../../src/main/pictures/pixels/decodePng.ts'
import { encodePng as encode, type PngOptions } from '../../src/main/pictures/pixels/encodePng.ts'
import type { Pixels as DeepPixels } from '../../src/main/pictures/pixels/pixels.ts'
import { pixelWork } from './pixelWork.ts'

/** Pixels of a byte for each sample. */
export interface Pixels extends DeepPixels {
  data: Uint8Array
}

/** Decodes a PNG to 8 bits. */
export async function decodePng(file: Uint8Array): Promise<Pixels> {
  const { width, height, data } = await decodeDeepPng(file)
  if (data instanceof Uint8Array) return { width, height, data }
  return { width, height, data: Uint8Array.from(data, (sample) => Math.round(sample / 257)) }
}

/** Decodes a PNG to its own 8 or 16 bits. */
export function decodeDeepPng(file: Uint8Array): Promise<DeepPixels> {
  return decode(file, pixelWork.codecs.png)
}

export async function encodePng(pixels: DeepPixels, options?: PngOptions): Promise<Uint8Array> {
  return encode(pixels, options)
}
