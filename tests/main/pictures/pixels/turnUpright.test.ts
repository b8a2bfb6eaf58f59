import { expect, test } from 'vitest'
import {
  jpegPart,
  joinParts,
  partsOf,
} from '../../../../src/main/pictures/metadata/pictureParts.ts'
import { decodePicture } from '../../../../src/main/pictures/pixels/decodePicture.ts'
import { turnUpright } from '../../../../src/main/pictures/pixels/turnUpright.ts'
import { orientationOf } from '../../../../src/main/pictures/sizes/uprightDimensions.ts'
import { encodePicture, turnedJpeg } from '../../../fakes/encodePicture.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import { photoPixels } from './testPictures.ts'

test.each([2, 3, 4, 5, 6, 7, 8])(
  'a photo of a camera turned as %i is made upright',
  async (way) => {
    const lying = await encodePicture(photoPixels(1, { width: 64, height: 48 }), 'image/jpeg')
    const photo = turnedJpeg(lying, way)
    expect(orientationOf(photo)).toBe(way)
    const upright = await turnUpright(photo, pixelWork.codecs)
    expect(orientationOf(upright)).toBe(1)
    const [before, after] = await Promise.all(
      [photo, upright].map((file) => decodePicture(file, pixelWork.codecs)),
    )
    expect(after).toMatchObject({ width: before!.width, height: before!.height })
    let far = 0
    for (const [at, value] of [...before!.data].entries()) {
      far = Math.max(far, Math.abs(value - (after!.data[at] ?? 0)))
    }
    expect(far).toBeLessThan(12)
    // A restart goes on with an upload of the same file.
    expect(await turnUpright(photo, pixelWork.codecs)).toEqual(upright)
  },
)

test('an upright photo keeps its colour profile', async () => {
  const lying = partsOf(turnedJpeg(await encodePicture(photoPixels(1), 'image/jpeg'), 6))!
  const profile = jpegPart(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01of a camera', 'latin1'))
  const photo = joinParts({ ...lying, parts: lying.parts.toSpliced(1, 0, profile) })
  const upright = partsOf(await turnUpright(photo, pixelWork.codecs))
  const kept = upright?.parts.filter(({ name }) => name === 'APP2')
  expect(kept?.map(({ content }) => content.toString('latin1'))).toEqual([
    profile.content.toString('latin1'),
  ])
})
