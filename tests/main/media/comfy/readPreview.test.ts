import { expect, test } from 'vitest'
import { readPreview } from '../../../../src/main/media/comfy/readPreview.ts'
import { describedFrame, pictureFrame } from '../../../fakes/comfyFrames.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { pictureBomb } from '../../../fakes/pictureBomb.ts'
import { smallPictures } from '../../../fakes/smallPictures.ts'

const jpeg = smallPictures['image/jpeg'] ?? Buffer.alloc(0)
const png = Buffer.from(await flatPng(4, 4, [1, 2, 3, 255]))

/** Returns a message as it comes from a socket. */
function message(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

test.each([
  ['image/jpeg', jpeg],
  ['image/png', png],
])('a preview in %s is read from both kinds of messages', (mediaType, picture) => {
  const plain = readPreview(message(pictureFrame(picture)))
  expect(plain).toMatchObject({ mediaType, promptId: undefined })
  expect(Buffer.from(plain?.bytes ?? []).equals(picture)).toBe(true)
  const described = readPreview(message(describedFrame(picture, 'one')))
  expect(described).toMatchObject({ mediaType, promptId: 'one' })
  expect(Buffer.from(described?.bytes ?? []).equals(picture)).toBe(true)
})

test.each([
  ['of 2,500 megapixels', pictureFrame(pictureBomb())],
  ['of more than 4 MB', pictureFrame(Buffer.concat([png, Buffer.alloc(4 * 1024 * 1024)]))],
  ['in another format', pictureFrame(smallPictures['image/gif'] ?? Buffer.alloc(0))],
  ['that ends in its head', pictureFrame(png.subarray(0, 20))],
  ['of another event', Buffer.concat([Buffer.from([0, 0, 0, 3, 0, 0, 0, 1]), png])],
  ['whose JSON has no end', Buffer.concat([Buffer.from([0, 0, 0, 4, 255, 255, 255, 255]), png])],
  ['without anything', Buffer.from([0, 0, 0, 1])],
])('a message %s shows nothing', (_what, bytes) => {
  expect(readPreview(message(bytes))).toBeUndefined()
})

test('a picture beside JSON that is none is the one of the connection', () => {
  const broken = Buffer.concat([Buffer.from([0, 0, 0, 4, 0, 0, 0, 1]), Buffer.from('{'), png])
  expect(readPreview(message(broken))).toMatchObject({ promptId: undefined })
})
