import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  partsOf,
  jpegPart,
  joinParts,
} from '../../../../src/main/pictures/metadata/pictureParts.ts'
import { createPixels } from '../../../../src/main/pictures/pixels/createPixels.ts'
import { decodePicture } from '../../../../src/main/pictures/pixels/decodePicture.ts'
import { keepRest, type EditedPicture } from '../../../../src/main/pictures/pixels/keepRest.ts'
import { decodeDeepPng, decodePng, encodePng } from '../../../fakes/pngPixels.ts'
import { encodedTypes, encodePicture, turnedJpeg } from '../../../fakes/encodePicture.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { pictureBomb } from '../../../fakes/pictureBomb.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import { exact, farness, height, noise, photoPixels, softMask, width } from './testPictures.ts'

const { codecs } = pixelWork

async function keep(edited: EditedPicture): Promise<Uint8Array> {
  const kept = await keepRest(edited, codecs)
  if (typeof kept === 'string') throw new Error(kept)
  return kept
}

test('outside the mask not one byte changes, inside it is the result', async () => {
  const [original, result, mask] = await Promise.all([noise(1), noise(2), softMask()])
  const kept = await keep({ original, mask, result })
  const [before, after] = await Promise.all([original, result].map(decodePng))
  expect(await farness({ kept, original: before!, mask, result: after! })).toEqual(exact)
})

test.each(encodedTypes.flatMap((one) => encodedTypes.map((other) => [one, other] as const)))(
  'a picture as %s and a result as %s: the pixels are those of the decoded picture',
  async (originalType, resultType) => {
    const [original, result, mask] = await Promise.all([
      encodePicture(photoPixels(1), originalType),
      encodePicture(photoPixels(3), resultType),
      softMask(),
    ])
    const kept = await keep({ original, mask, result })
    const before = await decodePicture(original, codecs)
    const after = await decodePicture(result, codecs)
    expect(before).toMatchObject({ width, height })
    expect(await farness({ kept, original: before, mask, result: after } as never)).toEqual(exact)
  },
)

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a photo of a camera turned as %i stays upright',
  async (orientation) => {
    const size = { width: 64, height: 48 }
    const stored = photoPixels(1, size)
    const jpeg = await encodePicture(stored, 'image/jpeg')
    const photo = turnedJpeg(jpeg, orientation)
    const isTurned = orientation >= 5
    const shown = isTurned ? { width: 48, height: 64 } : size
    const upright = await decodePicture(photo, codecs)
    expect(upright).toMatchObject(shown)
    // Index of the stored picture's first pixel in the upright one.
    const plain = await decodePicture(jpeg, codecs)
    const right = [2, 3, 6, 7].includes(orientation) ? shown.width - 1 : 0
    const bottom = [3, 4, 7, 8].includes(orientation) ? shown.height - 1 : 0
    const at = (bottom * shown.width + right) * 4
    expect([...upright.data.slice(at, at + 4)]).toEqual([...plain.data.slice(0, 4)])
    const mask = await softMask(shown)
    const kept = await keep({ original: photo, mask, result: await noise(2, shown) })
    expect(await farness({ kept, original: upright as never, mask })).toEqual(exact)
  },
)

test('a picture of 16 bits keeps them', async () => {
  const data = Uint16Array.from({ length: width * height * 4 }, (_, at) => (at * 7919) % 65_536)
  const original = await encodePng({ width, height, data })
  const mask = await softMask()
  const kept = await decodeDeepPng(await keep({ original, mask, result: await noise(2) }))
  const { data: share } = await decodePng(mask)
  const changed = kept.data.filter((value, at) => share[at - (at % 4)] === 0 && value !== data[at])
  expect(kept.data).toBeInstanceOf(Uint16Array)
  expect(changed).toHaveLength(0)
  const { data: after } = await decodePng(await noise(2))
  const middle = (32 * width + 32) * 4
  expect(kept.data[middle]).toBe((after[middle] ?? 0) * 257)
})

test('the colours of a picture mean the same as before', async () => {
  const profile = Buffer.alloc(70_000, 'profile')
  const head = (number: number) =>
    Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([number, 2])])
  const parts = partsOf(await encodePicture(photoPixels(1), 'image/jpeg'))
  const segments = [2, 1].map((number) =>
    jpegPart(
      0xe2,
      Buffer.concat([
        head(number),
        profile.subarray(number === 1 ? 0 : 40_000, number === 1 ? 40_000 : undefined),
      ]),
    ),
  )
  const [start, ...rest] = parts!.parts
  const original = joinParts({ format: 'jpeg', parts: [start!, ...segments, ...rest] })
  const kept = await keep({ original, mask: await softMask(), result: await noise(2) })
  const chunk = partsOf(kept)?.parts.find(({ name }) => name === 'iCCP')
  expect(inflateSync(chunk!.content.subarray(5)).equals(profile)).toBe(true)
})

test('a mask that is transparent where the picture may change counts the same', async () => {
  const [original, result, drawn] = await Promise.all([noise(1), noise(2), softMask()])
  const { data } = await decodePng(drawn)
  for (let at = 0; at < data.length; at += 4) data.set([0, 0, 0, 255 - (data[at] ?? 0)], at)
  const forOpenAi = await encodePng({ width, height, data })
  expect(await keep({ original, mask: forOpenAi, result })).toEqual(
    await keep({ original, mask: drawn, result }),
  )
})

test.each([
  [96, 96],
  [32, 32],
  [129, 128],
])('a result of %i × %i pixels is scaled to its square picture', async (wide, high) => {
  const [original, mask] = await Promise.all([noise(1), softMask()])
  const result = await encodePng(photoPixels(1, { width: wide, height: high }))
  const kept = await keep({ original, mask, result })
  expect(await farness({ kept, original: await decodePng(original), mask })).toEqual(exact)
  const middle = (32 * width + 32) * 4
  const [now, wanted] = [(await decodePng(kept)).data, photoPixels(1).data]
  for (const channel of [0, 1, 2]) {
    expect(Math.abs(now[middle + channel]! - wanted[middle + channel]!)).toBeLessThan(12)
  }
})

test('a result whose edges were cut away is put back in its place', async () => {
  const size = { width: 70, height: 69 }
  const picture = photoPixels(1, size)
  const [original, mask] = await Promise.all([encodePng(picture), softMask(size)])
  // As ComfyUI cuts it: down to steps of eight, from the middle.
  const cut = new Uint8Array(64 * 64 * 4)
  for (let row = 0; row < 64; row += 1) {
    const from = ((row + 2) * 70 + 3) * 4
    cut.set(picture.data.subarray(from, from + 64 * 4), row * 64 * 4)
  }
  const result = await encodePng({ width: 64, height: 64, data: cut })
  const kept = await keep({ original, mask, result })
  // The unchanged pixels return to their place exactly, also below the mask.
  expect((await decodePng(kept)).data).toEqual(picture.data)
})

test('a mask of any format is one for OpenAI', async () => {
  const pixels = createPixels(pixelWork)
  const { signal } = new AbortController()
  const drawn = await softMask()
  const whiteAt = (data: Uint8Array, at: number): boolean => (data[at - (at % 4)] ?? 0) >= 128
  for (const type of encodedTypes) {
    const mask = await encodePicture(await decodePng(drawn), type)
    const { data } = (await decodePicture(mask, codecs)) as { data: Uint8Array }
    const made = await decodePng(await pixels.transparentMask(mask, signal))
    const wanted = data.map((_, at) => (at % 4 === 3 && !whiteAt(data, at) ? 255 : 0))
    expect(Buffer.compare(made.data, wanted)).toBe(0)
  }
  const clear = await flatPng(9, 8, [0, 0, 0, 0])
  expect(Buffer.from(await pixels.transparentMask(clear, signal)).equals(clear)).toBe(true)
  const broken = Buffer.from('GIF89a')
  await expect(pixels.transparentMask(broken, signal)).rejects.toMatchObject({ code: 'unreadable' })
})

test('what can not be kept says why', async () => {
  const [original, mask, result] = await Promise.all([noise(1), softMask(), noise(2)])
  const reasonOf = (changed: Partial<EditedPicture>) =>
    keepRest({ original, mask, result, ...changed }, codecs)
  const wide = await flatPng(80, 40, [1, 2, 3, 255])
  const broken = (await encodePicture(photoPixels(1), 'image/webp')).subarray(0, 60)
  expect(await reasonOf({ result: wide })).toBe('shape')
  expect(await reasonOf({ mask: wide })).toBe('shape')
  expect(await reasonOf({ mask: await flatPng(64, 64, [255, 255, 255, 255]) })).toBe('wholeMask')
  expect(await reasonOf({ result: Buffer.from('GIF89a') })).toBe('unreadable')
  expect(await reasonOf({ result: broken })).toBe('unreadable')
  expect(await reasonOf({ result: pictureBomb() })).toBe('tooLarge')
})

test('the thread tells what a mask is, and ends by itself when Parley quits', async () => {
  const pixels = createPixels(pixelWork)
  const folder = temporaryFolder()
  const path = (bytes: Uint8Array): string => {
    const file = join(folder, randomUUID())
    writeFileSync(file, bytes)
    return file
  }
  expect(await pixels.inspectMask(path(await softMask()))).toMatchObject({
    ...{ width, height, isEmpty: false, isWhole: false },
  })
  expect(await pixels.inspectMask(path(await flatPng(9, 8, [0, 0, 0, 255])))).toMatchObject({
    ...{ width: 9, height: 8, isEmpty: true },
  })
  expect(await pixels.inspectMask(path(Buffer.from('GIF89a')))).toBeUndefined()
  const paths = {
    original: path(await noise(1)),
    mask: path(await softMask()),
    result: path(await noise(2)),
  }
  await expect(pixels.keepRest(paths, AbortSignal.abort())).rejects.toMatchObject({
    code: 'aborted',
  })
  expect(
    await pixels.keepRest(
      { ...paths, result: `${paths.result} is gone` },
      new AbortController().signal,
    ),
  ).toBe('unreadable')
})
