import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imageDialectOf } from '../../../../src/main/media/openAiImages/imageDialects.ts'
import { checkValues } from '../../../../src/main/media/jobs/checkValues.ts'
import { createMaskChecks } from '../../../../src/main/media/jobs/maskChecks.ts'
import { createPixels } from '../../../../src/main/pictures/pixels/createPixels.ts'
import { encodePng } from '../../../fakes/pngPixels.ts'
import type { MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { encodePicture, turnedJpeg } from '../../../fakes/encodePicture.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { pictureBomb } from '../../../fakes/pictureBomb.ts'
import { smallPictures } from '../../../fakes/smallPictures.ts'
import { strangePictures } from '../../../fakes/strangePictures.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import { noisePixels, photoPixels, softMask } from '../../pictures/pixels/testPictures.ts'

const fields = imageDialectOf('openai', 'gpt-image-2').fields('gpt-image-2')

function openChecks() {
  const folder = temporaryFolder()
  const path = (id: string): string => join(folder, id)
  const checks = createMaskChecks({
    blobs: { path },
    pixels: createPixels(pixelWork),
  })
  return {
    ...checks,
    store: (bytes: Uint8Array, mediaType = 'image/png'): MediaInput => {
      const id = randomUUID().replaceAll('-', '').padEnd(64, '0')
      writeFileSync(path(id), bytes)
      return { id, name: 'file', mediaType, sizeBytes: bytes.length, outputId: null }
    },
  }
}

test('a mask of another size, an empty one and one that is too large are told at their field', async () => {
  const { check, store } = openChecks()
  const picture = store(await encodePng(photoPixels(1)))
  const reasonOf = async (mask: Uint8Array, image = picture) =>
    (await check(fields, { prompt: 'x', image: [image], mask: [store(mask)] })).map(
      ({ name, reason }) => `${name}: ${reason}`,
    )
  expect(await reasonOf(await softMask())).toEqual([])
  expect(await reasonOf(await softMask({ width: 64, height: 63 }))).toEqual(['mask: maskSize'])
  expect(await reasonOf(await flatPng(64, 64, [0, 0, 0, 255]))).toEqual(['mask: maskEmpty'])
  expect(await reasonOf(await flatPng(64, 64, [255, 255, 255, 255]))).toEqual([])
  // A mask that can't be read is left to the service, unless the rest is to be kept.
  const [spoilt, image] = [store(Buffer.from('GIF89a')), [picture]]
  expect(await reasonOf(Buffer.from('GIF89a'))).toEqual(['mask: restUnreadable'])
  expect(await check(fields, { prompt: 'x', image, mask: [spoilt], keep_rest: false })).toEqual([])
  // OpenAI gets one that is transparent as it is: this one is of noise.
  const size = { width: 1100, height: 1100 }
  const large = store(await encodePng(photoPixels(1, size)))
  expect(await reasonOf(await encodePng(noisePixels(1, size)), large)).toEqual(['mask: fileSize'])
})

test('a mask is drawn on a photo as it is shown', async () => {
  const { check, store } = openChecks()
  const size = { width: 64, height: 48 }
  const photo = turnedJpeg(await encodePicture(photoPixels(1, size), 'image/jpeg'), 6)
  const image = [store(photo, 'image/jpeg')]
  const upright = [store(await softMask({ width: 48, height: 64 }))]
  const lying = [store(await softMask(size))]
  expect(await check(fields, { prompt: 'x', image, mask: upright })).toEqual([])
  expect(await check(fields, { prompt: 'x', image, mask: lying })).toMatchObject([
    { reason: 'maskSize' },
  ])
})

test.each(['image/gif', 'image/avif', 'four inks', 'two frames', 'bomb'])(
  'a picture whose rest can not be kept is told before it is sent: %s',
  async (name) => {
    const { check, store } = openChecks()
    const strange = strangePictures[name]
    const bytes = strange?.bytes ?? smallPictures[name] ?? pictureBomb()
    const image = [store(bytes, strange?.mediaType ?? (name === 'bomb' ? 'image/png' : name))]
    const [width, height] = name === 'four inks' ? [16, 16] : [37, 23]
    const values = { prompt: 'x', image, mask: [store(await softMask({ width, height }))] }
    const reason = name === 'bomb' ? 'restTooLarge' : 'restUnreadable'
    expect(await check(fields, values)).toEqual([{ name: 'image', reason, message: '' }])
    if (name === 'bomb') return
    expect(await check(fields, { ...values, keep_rest: false })).toEqual([])
    const whole = [store(await flatPng(width, height, [255, 255, 255, 255]))]
    expect(await check(fields, { ...values, mask: whole })).toEqual([])
  },
)

test('a mask without a picture lacks the picture', async () => {
  const { check, store } = openChecks()
  const mask = [store(await softMask())]
  expect(await check(fields, { prompt: 'x', mask })).toMatchObject([
    { name: 'image', reason: 'missing' },
  ])
  expect(await check(fields, { prompt: 'x' })).toEqual([])
})

test('the rest is kept of the first picture, unless everything may change', async () => {
  const { restOf, store } = openChecks()
  const [one, other] = [
    store(await encodePng(photoPixels(1))),
    store(await encodePng(photoPixels(2))),
  ]
  const mask = store(await softMask())
  const values = { prompt: 'x', image: [one, other], mask: [mask] }
  expect(await restOf(fields, values)).toEqual({ pictureId: one.id, maskId: mask.id })
  expect(await restOf(fields, { ...values, keep_rest: false })).toBeNull()
  expect(await restOf(fields, { ...values, mask: [] })).toBeNull()
  const whole = store(await flatPng(64, 64, [255, 255, 255, 255]))
  expect(await restOf(fields, { ...values, mask: [whole] })).toBeNull()
})

test('a picture above the service’s limit is told before it is sent', () => {
  const large = { id: '0'.repeat(64), name: 'a', mediaType: 'image/png', outputId: null }
  const values = { prompt: 'x', image: [{ ...large, sizeBytes: 50_000_001 }] }
  expect(checkValues(fields, values)).toEqual([{ name: 'image', reason: 'fileSize', message: '' }])
  const fitting = { prompt: 'x', image: [{ ...large, sizeBytes: 50_000_000 }] }
  expect(checkValues(fields, fitting)).toEqual([])
})
