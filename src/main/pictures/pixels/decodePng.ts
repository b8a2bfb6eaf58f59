import { readFile } from 'node:fs/promises'
import {
  decode,
  decode_rgba16 as decodeDeep,
  initSync,
} from '@jsquash/png/codec/pkg/squoosh_png.js'
import { AppError } from '../../../shared/errors.ts'
import { joinParts, partsOf } from '../metadata/pictureParts.ts'
import type { Pixels } from './pixels.ts'

/** The chunks that the pixels need. Nothing else that a file says makes it unreadable. */
const neededChunks = /^(?:head|IHDR|PLTE|tRNS|IDAT|IEND)$/
const alphaFlag = 4

/** Decodes a PNG to its own 8 or 16 bits. Errors: unreadable, and those of the decoder. */
export async function decodePng(file: Uint8Array, modulePath: string): Promise<Pixels> {
  const parts = partsOf(file)?.parts.filter(({ name }) => neededChunks.test(name)) ?? []
  const header = parts.find(({ name }) => name === 'IHDR')?.content
  if (header?.length !== 13) throw new AppError('unreadable', 'The PNG is damaged')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colour = 0] = header.subarray(8)
  // A file with alpha has no other transparency, whatever it says.
  const kept = colour & alphaFlag ? parts.filter(({ name }) => name !== 'tRNS') : parts
  const needed = joinParts({ format: 'png', parts: kept })
  Object.assign(globalThis, { ImageData: DecodedImage })
  initSync(await readFile(modulePath))
  if (depth !== 16) {
    const { data } = decode(needed) as DecodedImage
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
  }
  const image = decodeDeep(needed)
  // The memory is the decoder's.
  const data = image.data.slice()
  image.free()
  return { width, height, data }
}

/** The decoders answer with this class of pages. */
class DecodedImage {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}
