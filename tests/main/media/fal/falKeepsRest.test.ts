import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPixels } from '../../../../src/main/pictures/pixels/createPixels.ts'
import { decodePicture } from '../../../../src/main/pictures/pixels/decodePicture.ts'
import { createBlobs, type Blobs } from '../../../../src/main/storage/blobs.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import type { MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { encodedTypes, encodePicture, type EncodedType } from '../../../fakes/encodePicture.ts'
import { falEditSchema } from '../../../fakes/falEditSchema.ts'
import type { FalScript } from '../../../fakes/fakeFal.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { pixelWork } from '../../../fakes/pixelWork.ts'
import { exact, farness, photoPixels, softMask } from '../../pictures/pixels/testPictures.ts'
import type { TestMedia, TestMediaOptions } from '../testMedia.ts'
import { openTestFal } from './testFal.ts'

const settled = ['done', 'failed', 'cancelled', 'unknown', 'lost'] as const

function quickClock(): () => number {
  let now = Date.now()
  return () => (now += 1000)
}

/** Puts a file where the attachments are. */
function store(folder: string, bytes: Uint8Array, mediaType: string): MediaInput {
  const id = createHash('sha256').update(bytes).digest('hex')
  mkdirSync(join(folder, 'files'), { recursive: true })
  writeFileSync(join(folder, 'files', id), bytes)
  return { id, name: 'file', mediaType, sizeBytes: bytes.length, outputId: null }
}

interface Edit {
  original: Uint8Array
  mask: Uint8Array
  result: Uint8Array
  originalType?: string
}

/** Opens fal with an endpoint that answers an edit with this result, and the edit's values. */
async function openEdit(
  edit: Edit,
  script: FalScript = {},
  options: Partial<TestMediaOptions> = {},
) {
  const { folder = temporaryFolder() } = options
  const downloads: string[] = []
  const opened = await openTestFal(
    {
      schema: falEditSchema,
      file(response, { path }) {
        downloads.push(path)
        response.writeHead(200).end(edit.result)
        return true
      },
      ...script,
    },
    { now: quickClock(), ...options, folder },
  )
  const values = {
    prompt: 'A hat',
    image_url: [store(folder, edit.original, edit.originalType ?? 'image/png')],
    mask_url: [store(folder, edit.mask, 'image/png')],
  }
  return { ...opened, folder, values, downloads }
}

async function filesOf(media: TestMedia, id: string): Promise<Uint8Array[]> {
  const rows = media.outputs(id).toSorted((a, b) => Number(a['ordinal']) - Number(b['ordinal']))
  return Promise.all(rows.map((row) => media.blobs.read(String(row['file_id']))))
}

const pictureOf = (seed: number, type: EncodedType) => encodePicture(photoPixels(seed), type)

test.each(encodedTypes.flatMap((one) => encodedTypes.map((other) => [one, other] as const)))(
  'a picture as %s, answered as %s: outside of the mask not one pixel changes',
  async (originalType, resultType) => {
    const [original, result, mask] = await Promise.all([
      pictureOf(1, originalType),
      pictureOf(2, resultType),
      softMask(),
    ])
    const edit = { original, result, mask, originalType }
    const { create, media, values, fal } = await openEdit(edit)
    const { id } = await create(values)
    expect(await media.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
    const [kept, came, ...more] = await filesOf(media, id)
    expect(more).toEqual([])
    expect(came).toEqual(Buffer.from(result))
    const before = await decodePicture(original, pixelWork.codecs)
    const after = await decodePicture(result, pixelWork.codecs)
    const far = await farness({
      kept: kept!,
      original: before as never,
      mask,
      result: after as never,
    })
    expect(far).toEqual(exact)
    expect(fal.jobs[0]?.input).not.toHaveProperty('keep_rest')
  },
)

/** The steps of collecting at which Parley is killed. */
const moments = [
  'the file is stored',
  'its row is written',
  'the thread begins',
  'the thread has ended',
  'the kept picture is stored',
  'its row is written too',
] as const

test.each(moments)('killed when %s, both pictures are there once', async (moment) => {
  let crash = (): void => undefined
  let stored = 0
  let written = 0
  const at = (now: (typeof moments)[number] | undefined): void => {
    if (now === moment) crash()
  }
  const real = createPixels(pixelWork)
  const folder = temporaryFolder()
  const plain = createBlobs(join(folder, 'files'))
  const blobs: Blobs = {
    ...plain,
    async create() {
      const writer = await plain.create()
      return {
        ...writer,
        async finish() {
          const finished = await writer.finish()
          at((['the file is stored', 'the kept picture is stored'] as const)[stored++])
          return finished
        },
      }
    },
  }
  const [original, result, mask] = await Promise.all([
    pictureOf(1, 'image/jpeg'),
    pictureOf(2, 'image/webp'),
    softMask(),
  ])
  const { create, media, values, reopen, downloads, fal } = await openEdit(
    { original, result, mask, originalType: 'image/jpeg' },
    {},
    {
      folder,
      blobs,
      onOutput: () => at((['its row is written', 'its row is written too'] as const)[written++]),
      pixels: {
        ...real,
        async keepRest(paths, signal) {
          at('the thread begins')
          const made = await real.keepRest(paths, signal)
          at('the thread has ended')
          return made
        },
      },
    },
  )
  const killed = new Promise<void>((resolve) => {
    crash = () => {
      crash = () => undefined
      media.crash()
      resolve()
    }
  })
  const { id } = await create(values)
  await killed
  const again = reopen({ blobs: plain, pixels: real, onOutput: () => undefined })
  expect(await again.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
  const rows = again.outputs(id)
  expect(rows.map((row) => row['ordinal'])).toEqual([0, 1])
  const [kept, came] = await filesOf(again, id)
  expect(came).toEqual(Buffer.from(result))
  const before = await decodePicture(original, pixelWork.codecs)
  expect(await farness({ kept: kept!, original: before as never, mask })).toEqual(exact)
  // A file that was recorded is not fetched again.
  expect(downloads).toHaveLength(moment === 'the file is stored' ? 2 : 1)
  expect(fal.billed).toBe(1)
})

test('a result of another shape stays as it came, and the job says why', async () => {
  const [original, mask] = await Promise.all([pictureOf(1, 'image/png'), softMask()])
  const result = await flatPng(90, 40, [1, 2, 3, 255])
  const { create, media, values } = await openEdit({ original, mask, result })
  const { id } = await create(values)
  const job = await media.until(id, ...settled)
  expect(job).toMatchObject({ state: 'done', error: { code: 'restOtherShape' } })
  expect(await filesOf(media, id)).toEqual([Buffer.from(result)])
  // It is alone, so its name has no number.
  expect(media.outputs(id)).toMatchObject([{ ordinal: 0 }])
})

test('a format that nobody reads stays as it came, and the job says why', async () => {
  const [original, mask] = await Promise.all([pictureOf(1, 'image/png'), softMask()])
  const result = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
  const { create, media, values } = await openEdit({ original, mask, result })
  const { id } = await create(values)
  const job = await media.until(id, ...settled)
  expect(job).toMatchObject({ state: 'done', error: { code: 'restUnreadable' } })
  expect(media.outputs(id)).toHaveLength(1)
})

test.each([
  ['with the switch off', { keep_rest: false }, () => softMask()],
  ['where everything may change', {}, () => flatPng(64, 64, [255, 255, 255, 255])],
])('%s the result is all there is', async (_what, more, drawMask) => {
  const [original, result, mask] = await Promise.all([
    pictureOf(1, 'image/png'),
    pictureOf(2, 'image/png'),
    drawMask(),
  ])
  const { create, media, values, fal } = await openEdit({ original, mask, result })
  const { id } = await create({ ...values, ...more })
  expect(await media.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
  expect(media.outputs(id)).toMatchObject([{ ordinal: 0 }])
  expect(fal.jobs[0]?.input).not.toHaveProperty('keep_rest')
})

test('the form has the switch, and asks for a file that loses nothing', async () => {
  const { media } = await openTestFal({ schema: falEditSchema })
  const asked = { providerId: 'fal', modelId: 'fal-ai/painter/pro' }
  const { fields } = await media.media.handlers.form(asked, { windowId: 1 })
  expect(fields.find(({ role }) => role === 'keepRest')).toMatchObject({ default: true })
  expect(fields.find(({ name }) => name === 'output_format')).toMatchObject({ default: 'png' })
  const plain = await openTestFal()
  const { fields: others } = await plain.media.media.handlers.form(asked, { windowId: 1 })
  expect(others.some(({ role }) => role === 'keepRest')).toBe(false)
})

test('a kept picture is not made while the disk has no room, and then it is', async () => {
  const [original, result, mask] = await Promise.all([
    pictureOf(1, 'image/png'),
    pictureOf(2, 'image/png'),
    softMask(),
  ])
  const folder = temporaryFolder()
  const plain = createBlobs(join(folder, 'files'))
  let files = 0
  const blobs: Blobs = {
    ...plain,
    async create() {
      files += 1
      if (files === 2) throw new AppError('diskFull', 'There is no room')
      return plain.create()
    },
  }
  const edit = { original, result, mask }
  const { create, media, values } = await openEdit(edit, {}, { folder, blobs })
  const { id } = await create(values)
  expect(await media.until(id, ...settled)).toMatchObject({ state: 'done', error: null })
  expect(media.told.some(({ error }) => error?.code === 'diskFull')).toBe(true)
  expect(media.outputs(id)).toHaveLength(2)
})
