import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { joinParts, pngPart } from '../../../../src/main/pictures/metadata/pictureParts.ts'
import { decodePng, encodePng } from '../../../fakes/pngPixels.ts'
import { noisePixels, photoPixels } from './testPictures.ts'

interface Made {
  width: number
  height: number
  depth: number
  colour: number
  interlace?: number
  rows: readonly number[]
  more?: Readonly<Record<string, readonly number[]>>
}

function png({ width, height, depth, colour, interlace = 0, rows, more = {} }: Made): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, interlace], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [
    { name: 'head', bytes: signature, content: signature },
    pngPart('IHDR', header),
    ...Object.entries(more).map(([name, content]) => pngPart(name, Buffer.from(content))),
    pngPart('IDAT', deflateSync(Buffer.from(rows))),
    pngPart('IEND', Buffer.alloc(0)),
  ]
  return joinParts({ format: 'png', parts })
}

test('a palette gives its colours and their transparency', async () => {
  const more = { PLTE: [1, 2, 3, 4, 5, 6, 7, 8, 9], tRNS: [255, 10] }
  const file = png({ width: 3, height: 1, depth: 2, colour: 3, rows: [0, 0b00_01_10_00], more })
  const { data } = await decodePng(file)
  expect([...data]).toEqual([1, 2, 3, 255, 4, 5, 6, 10, 7, 8, 9, 255])
})

test('shades of gray in one bit are black and white', async () => {
  const rows = [0, 0b1010_0000, 0, 0b0100_0000]
  const { data } = await decodePng(png({ width: 3, height: 2, depth: 1, colour: 0, rows }))
  expect([...data].filter((_, at) => at % 4 === 0)).toEqual([255, 0, 255, 0, 255, 0])
})

test('the one colour that is transparent shows through', async () => {
  const more = { tRNS: [0, 1, 0, 2, 0, 3] }
  const rows = [0, 1, 2, 3, 1, 2, 4]
  const { data } = await decodePng(png({ width: 2, height: 1, depth: 8, colour: 2, rows, more }))
  expect([...data]).toEqual([1, 2, 3, 0, 1, 2, 4, 255])
})

test('the passes of an interlaced file lie where they belong', async () => {
  // Each pass that has any of the 3 × 3 pixels stores rows of its own.
  const rows = [...[0, 0], ...[0, 2], ...[0, 6, 8], ...[0, 1, 0, 7], ...[0, 3, 4, 5]]
  const file = png({ width: 3, height: 3, depth: 8, colour: 0, interlace: 1, rows })
  const { data } = await decodePng(file)
  expect([...data].filter((_, at) => at % 4 === 0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('nothing that a file says beside its pixels makes it unreadable', async () => {
  const more = {
    iCCP: [...Buffer.from('icc\0\0nonsense')],
    gAMA: [1],
    iTXt: [...Buffer.from('nothing')],
    tRNS: [0, 1, 0, 2, 0, 3],
  }
  const rows = [0, 1, 2, 3, 4]
  const { data } = await decodePng(png({ width: 1, height: 1, depth: 8, colour: 6, rows, more }))
  expect([...data]).toEqual([1, 2, 3, 4])
})

test.each([
  ['noise', noisePixels(1, { width: 37, height: 23 })],
  ['a photo', photoPixels(1, { width: 37, height: 23 })],
])('%s is the same after its filters were undone', async (_what, pixels) => {
  const plain = await encodePng(pixels)
  const small = await encodePng(pixels, { isSmall: true })
  expect(await decodePng(plain)).toEqual(pixels)
  expect(await decodePng(small)).toEqual(pixels)
  expect(small.length).toBeLessThanOrEqual(plain.length + 100)
})
