import { expect, test } from 'vitest'
import { detectMediaType } from '../../../../src/main/pictures/files/mediaType.ts'
import { readDimensions } from '../../../../src/main/pictures/sizes/readDimensions.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { smallPictures } from '../../../fakes/smallPictures.ts'

const size = { width: 37, height: 23 }
const unknown = { width: null, height: null }
const jpeg = smallPictures['image/jpeg'] ?? Buffer.alloc(0)
const gif = smallPictures['image/gif'] ?? Buffer.alloc(0)

test.each(Object.entries(smallPictures))('the size of %s is read', async (mediaType, file) => {
  expect(await detectMediaType(file, '')).toBe(mediaType)
  expect(readDimensions(file, mediaType)).toEqual(size)
})

test('the size of a PNG is read, also of one that moves', async () => {
  const png = await flatPng(37, 23, [1, 2, 3, 255])
  expect(readDimensions(png, 'image/png')).toEqual(size)
  expect(readDimensions(png, 'image/apng')).toEqual(size)
})

test.each(Object.entries(smallPictures))('%s may end anywhere', (mediaType, file) => {
  for (let length = 0; length < file.length; length += 1) {
    const told = readDimensions(file.subarray(0, length), mediaType)
    expect([size, unknown]).toContainEqual(told)
  }
})

test('a JPEG tells its size behind what the camera says, and behind bytes that are nothing', () => {
  const said = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(0xffff - 2)])
  const nothing = Buffer.from([0, 7, 0xff, 0xff])
  const long = Buffer.concat([jpeg.subarray(0, 2), said, said, nothing, jpeg.subarray(3)])
  expect(readDimensions(long, 'image/jpeg')).toEqual(size)
})

test('a GIF is as large as its first frame, which comes behind what it says', () => {
  const file = Buffer.from(gif)
  const frame = 13 + 3 * 4
  expect(file[frame]).toBe(0x2c)
  file.writeUInt16LE(60_000, frame + 5)
  file.writeUInt16LE(50_000, frame + 7)
  const comment = Buffer.from([0x21, 0xfe, 3, 1, 2, 3, 2, 1, 2, 0])
  const told = Buffer.concat([file.subarray(0, frame), comment, file.subarray(frame)])
  expect(readDimensions(told, 'image/gif')).toEqual({ width: 60_000, height: 50_000 })
})

test('an AVIF is as large as the largest of its pictures', () => {
  const file = Buffer.from(smallPictures['image/avif'] ?? [])
  const property = file.indexOf('pixi')
  // Another box becomes a second size.
  file.write('ispe', property)
  file.writeUInt32BE(20, property - 4)
  file.writeUInt32BE(50_000, property + 8)
  file.writeUInt32BE(40_000, property + 12)
  expect(readDimensions(file, 'image/avif')).toEqual({ width: 50_000, height: 40_000 })
})
