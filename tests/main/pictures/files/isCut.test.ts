import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areBytesCut, isCut } from '../../../../src/main/pictures/files/isCut.ts'
import { encodePicture, turnedJpeg } from '../../../fakes/encodePicture.ts'
import { toneWav } from '../../../fakes/fakeVoices.ts'
import { mp3File, videoFile } from '../../../fakes/mediaFiles.ts'
import { smallPictures } from '../../../fakes/smallPictures.ts'
import { strangePictures } from '../../../fakes/strangePictures.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { noise, photoPixels } from '../pixels/testPictures.ts'

const large = { width: 300, height: 200 }
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g><rect/></g></svg>\n')

/** Real files with how much of their end may be gone without anybody seeing it. */
const files: readonly [name: string, make: () => Promise<Uint8Array>, unseen: number][] = [
  ['PNG', () => noise(1, large), 0],
  ['JPEG', () => encodePicture(photoPixels(1, large), 'image/jpeg'), 0],
  ['turned JPEG', async () => turnedJpeg(await encodePicture(photoPixels(1), 'image/jpeg'), 6), 0],
  ['WebP', () => encodePicture(photoPixels(1, large), 'image/webp'), 1],
  ['GIF', () => Promise.resolve(smallPictures['image/gif'] ?? Buffer.alloc(0)), 0],
  ['WAV', () => Promise.resolve(toneWav(1500)), 9],
  ['MP4', () => videoFile({ format: 'mp4', seconds: 2 }), 0],
  ['WebM', () => videoFile({ format: 'webm', seconds: 2 }), 0],
  ['SVG', () => Promise.resolve(svg), 1],
]

/** Returns what is said of a file, and makes sure that the same is said of its bytes. */
async function check(bytes: Uint8Array, name = ''): Promise<boolean> {
  const path = join(temporaryFolder(), 'file')
  const mediaType = name === 'SVG' ? 'image/svg+xml' : 'application/octet-stream'
  writeFileSync(path, bytes)
  const cut = await isCut(path, mediaType)
  expect(await areBytesCut(bytes, mediaType)).toBe(cut)
  return cut
}

test.each(files)('a whole %s is whole, also with something behind it', async (name, make) => {
  const bytes = await make()
  expect(await check(bytes, name)).toBe(false)
  if (name === 'GIF') return
  expect(await check(Buffer.concat([bytes, Buffer.from('\0\0\0behind')]), name)).toBe(false)
})

test.each(files)('a %s that is cut anywhere is cut', async (name, make, unseen) => {
  const bytes = await make()
  const path = join(temporaryFolder(), 'file')
  const shortest = 64
  const wholeBytes = bytes.length - unseen
  const step = Math.max(1, Math.floor((wholeBytes - shortest) / 100))
  const lengths = [wholeBytes - 1, wholeBytes - 2, wholeBytes - 12]
  for (let length = shortest; length < wholeBytes; length += step) lengths.push(length)
  const missed: number[] = []
  for (const length of lengths) {
    if (length < 30) continue
    writeFileSync(path, bytes.subarray(0, length))
    const mediaType = name === 'SVG' ? 'image/svg+xml' : 'application/octet-stream'
    if (!(await isCut(path, mediaType))) missed.push(length)
  }
  expect(missed).toEqual([])
})

test.each(Object.entries({ ...strangePictures }))(
  'a picture with %s is whole',
  async (_name, { bytes }) => {
    expect(await check(bytes)).toBe(false)
  },
)

test.each(Object.entries(smallPictures))('a whole %s is whole', async (_name, bytes) => {
  expect(await check(bytes)).toBe(false)
})

test.each([
  ['an MP4', { format: 'mp4', seconds: 2, isLive: true }],
  ['a WebM', { format: 'webm', seconds: 2, isLive: true }],
] as const)('%s that was written as it came is whole', async (_name, file) => {
  expect(await check(await videoFile(file))).toBe(false)
})

test.each([0, 0xff_ff_ff_ff, 0x7f_ff_f0_24])(
  'a WAV of length %i was written as it came',
  async (length) => {
    const wav = Buffer.from(toneWav(500))
    wav.writeUInt32LE(length, 4)
    expect(await check(wav)).toBe(false)
  },
)

test('what counts nothing is taken as whole', async () => {
  const mp3 = mp3File(2)
  expect(await check(mp3.subarray(0, mp3.length / 2))).toBe(false)
  expect(await check(Buffer.from('OggS and more of it'))).toBe(false)
  expect(await check(Buffer.alloc(0))).toBe(false)
})
