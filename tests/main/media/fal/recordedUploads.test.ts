import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { falServices } from '../../../../src/main/media/fal/falServices.ts'
import { recordedUploads } from '../../../../src/main/media/fal/recordedUploads.ts'
import { createUploadTable } from '../../../../src/main/media/uploads/uploadTable.ts'
import type { MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { openProviders } from '../../providers/openProviders.ts'
import { openTestFal } from './testFal.ts'

const day = 24 * 60 * 60_000

test('what was sent to fal is listed by Parley’s own record until it ends there', async () => {
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const { fal, media, create } = await openTestFal({ beforeAnswer: () => held.promise })
  const writer = await media.blobs.create()
  await writer.append(randomBytes(280_000))
  const { id, sizeBytes } = await writer.finish()
  const file: MediaInput = {
    id,
    sizeBytes,
    name: 'a b.png',
    mediaType: 'image/png',
    outputId: null,
  }
  const { id: jobId } = await create({ prompt: 'Like this', image_urls: [file] })
  await media.until(jobId, 'submitting')
  const table = createUploadTable(media.database)
  const list = (now = Date.now()) =>
    recordedUploads(table, { providerId: 'fal', sizeOf: media.blobs.sizeOf, now })

  expect(list()).toMatchObject([{ name: 'a b.png', sizeBytes: 280_000, isNeeded: true }])
  const [{ createdAt, expiresAt } = {}] = list()
  // The header of the upload asked for a week.
  const { headers } = fal.requests.find(({ path }) => path.endsWith('/upload/initiate'))!
  const lifecycle = String(headers['x-fal-object-lifecycle'])
  expect(JSON.parse(lifecycle)).toEqual({ expiration_duration_seconds: (7 * day) / 1000 })
  expect(expiresAt! - createdAt!).toBe(7 * day)
  held.resolve()
  await media.until(jobId, 'done')
  expect(list()).toMatchObject([{ isNeeded: false }])
  expect(list(expiresAt! - 1)).toHaveLength(1)
  expect(list(expiresAt!)).toEqual([])
  expect(recordedUploads(table, { providerId: 'fal', sizeOf: () => 0, now: 0 })).toMatchObject([
    { sizeBytes: null },
  ])

  const { providers, secrets } = openProviders()
  await providers.add({ presetId: 'fal' })
  const { uploadsAt } = falServices({
    ...{ providers, secrets, uploads: () => table, sizeOf: media.blobs.sizeOf },
    fetchFile: () => Promise.reject(new Error('Nothing is fetched')),
  })
  expect(await uploadsAt('fal')).toHaveLength(1)
  expect(await uploadsAt('openai')).toBeNull()
})

test('an upload that is not whole is not listed', async () => {
  const { media } = await openTestFal()
  const table = createUploadTable(media.database)
  const key = { providerId: 'fal', account: 'one', fileId: 'a'.repeat(64) }
  const upload = { address: 'https://fal.media/a.png', uploadAddress: '', expiresAt: Date.now() }
  table.begin(key, { ...upload, parts: '[]' })
  expect(table.ofProvider('fal')).toEqual([])
  table.saveParts(key, null)
  expect(table.ofProvider('fal')).toMatchObject([{ fileId: key.fileId, isNeeded: false }])
})
