import { expect, test } from 'vitest'
import { onlyOrientation } from '../../../../src/main/pictures/metadata/exif.ts'
import {
  joinParts,
  jpegPart,
  partsOf,
} from '../../../../src/main/pictures/metadata/pictureParts.ts'
import { stripMetadata } from '../../../../src/main/pictures/metadata/stripMetadata.ts'
import { decodePicture } from '../../../../src/main/pictures/pixels/decodePicture.ts'
import { encodePicture } from '../../../fakes/encodePicture.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import { photoPixels } from '../pixels/testPictures.ts'

const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)

test('place, camera and content credentials go, the profile of colours stays', () => {
  const read = partsOf(jpeg)
  if (!read) throw new Error('The picture is broken')
  const text = (name: string) => Buffer.from(`${name}\0secret`)
  const marks = [
    jpegPart(0xe1, text('Exif')),
    jpegPart(0xe2, text('ICC_PROFILE')),
    jpegPart(0xe2, text('MPF')),
    jpegPart(0xeb, text('JP')),
    jpegPart(0xfe, text('comment')),
  ]
  const marked = joinParts({ ...read, parts: read.parts.toSpliced(1, 0, ...marks) })
  const names = partsOf(stripMetadata(marked) ?? new Uint8Array())?.parts.map(({ name }) => name)
  expect(names?.filter((name) => /APP|COM/.test(name))).toEqual(['APP2', 'APP0'])
})

test('what a camera has put between and behind the scans of a JPEG goes', async () => {
  // The encoder's own is of several scans.
  const photo = Buffer.from(await encodePicture(photoPixels(1), 'image/jpeg'))
  const secret = Buffer.from('the place')
  const tables = photo.indexOf(Buffer.from([0xff, 0xc4]), photo.indexOf(Buffer.from([0xff, 0xda])))
  expect(tables).toBeGreaterThan(0)
  const told = Buffer.concat([
    photo.subarray(0, tables),
    jpegPart(0xfe, secret).bytes,
    photo.subarray(tables),
    secret,
  ])
  expect(stripMetadata(told)).toEqual(stripMetadata(photo))
  expect(Buffer.from(stripMetadata(told)!).includes(secret)).toBe(false)
  const [before, after] = await Promise.all(
    [photo, stripMetadata(told)!].map((file) => decodePicture(file, pixelWork.codecs)),
  )
  expect(after).toEqual(before)
})

test('a picture that its camera has turned stays turned without its metadata', () => {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x02', 'latin1')
  const entry = (tag: number, value: number): Buffer => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(3, 2)
    bytes.writeUInt32BE(1, 4)
    bytes.writeUInt16BE(value, 8)
    return bytes
  }
  const exif = Buffer.concat([tiff, entry(0x0100, 77), entry(0x0112, 6), Buffer.alloc(4)])
  const app1 = jpegPart(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]))
  const turned = Buffer.concat([jpeg.subarray(0, 2), app1.bytes, jpeg.subarray(2)])
  const bare = stripMetadata(turned)
  const kept = partsOf(bare ?? new Uint8Array())?.parts.find(({ name }) => name === 'APP1')
  const [count, tag, type, amount, value] = [1, 0x0112, 3, 1, 6]
  const only = Buffer.from([
    ...Buffer.from('Exif\0\0II*\0'),
    ...[8, 0, 0, 0, count, 0, tag & 0xff, tag >> 8, type, 0, amount, 0, 0, 0, value, 0, 0, 0],
    ...[0, 0, 0, 0],
  ])
  expect(kept?.content).toEqual(only)
  expect(stripMetadata(bare ?? new Uint8Array())).toEqual(bare)
  // One that says nothing of it keeps nothing.
  expect(onlyOrientation(exif.subarray(0, 20))).toBeNull()
})
