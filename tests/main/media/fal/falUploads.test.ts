import { randomBytes } from 'node:crypto'
import { truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MediaInput } from '../../../../src/shared/media/mediaForm.ts'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import type { FalScript } from '../../../fakes/fakeFal.ts'
import { openTestFal } from './testFal.ts'

async function openWithFile(script: FalScript, sizeBytes: number) {
  const opened = await openTestFal(script)
  const bytes = randomBytes(sizeBytes)
  const writer = await opened.media.blobs.create()
  await writer.append(bytes)
  const { id } = await writer.finish()
  const file: MediaInput = { id, name: 'in.png', mediaType: 'image/png', sizeBytes, outputId: null }
  const values = { prompt: 'Like this', image_urls: [file] }
  return { ...opened, bytes, values }
}

test('a large file goes in parts, and a restart goes on with the first that is missing', async () => {
  let crash = (): void => undefined
  const { fal, media, reopen, create, bytes, values } = await openWithFile(
    {
      part(_response, number) {
        if (number !== 3) return false
        const now = crash
        crash = () => undefined
        now()
        return false
      },
    },
    300_000,
  )
  const killed = new Promise<void>((resolve) => {
    crash = () => {
      media.crash()
      resolve()
    }
  })
  const id = crypto.randomUUID()
  await create(values, id)
  await killed
  const again = reopen()
  expect(await again.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  expect(fal.files.get('in.png')).toEqual(bytes)
  // The third part arrived, but the kill came before its receipt.
  expect(fal.parts).toEqual([1, 2, 3, 3, 4, 5])
  expect(fal.jobs[0]?.input).toMatchObject({ image_urls: [`${fal.origin}/file/in.png`] })
  await again.create(values, { providerId: 'fal', modelId: 'fal-ai/painter/pro' })
  await again.until(id, 'done')
  expect(fal.parts).toHaveLength(6)
})

test('a part that fails is sent again; an address that has expired begins anew, once', async () => {
  let failures = 2
  let isExpired = true
  const { fal, media, create, bytes, values } = await openWithFile(
    {
      part(response, number) {
        if (number === 2 && failures-- > 0) response.writeHead(500).end()
        else if (number === 4 && isExpired) {
          isExpired = false
          response.writeHead(403).end()
        } else return false
        return true
      },
    },
    300_000,
  )
  const { id } = await create(values)
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done' })
  expect(fal.parts).toEqual([1, 2, 3, 1, 2, 3, 4, 5])
  expect(fal.files.get('in.png')).toEqual(bytes)
  expect(media.told.filter(({ error }) => error)).toEqual([])
})

test('a smaller file goes whole, and a small one along with the request', async () => {
  const { fal, media, create, bytes, values } = await openWithFile({}, 280_000)
  const { id } = await create(values)
  await media.until(id, 'done')
  expect(fal.files.get('in.png')).toEqual(bytes)
  // A signed address takes no chunks.
  const put = fal.requests.find(({ path }) => path.startsWith('/put/one/'))
  expect(put?.headers).toMatchObject({ 'content-length': '280000', 'content-type': 'image/png' })
  const small = await openWithFile({}, 1000)
  const job = await small.create(small.values)
  await small.media.until(job.id, 'done')
  expect(small.fal.files.size).toBe(0)
  const address = `data:image/png;base64,${small.bytes.toString('base64')}`
  expect(small.fal.jobs[0]?.input).toMatchObject({ image_urls: [address] })
})

test('a part that fails three times holds the job, which goes on with that part', async () => {
  let failures = 3
  const { fal, media, create, bytes, values } = await openWithFile(
    {
      part(response, number) {
        if (number !== 3 || failures-- <= 0) return false
        response.writeHead(500).end()
        return true
      },
    },
    300_000,
  )
  const { id } = await create(values)
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'done', error: null })
  const held = media.told.filter(({ state, error }) => state === 'preparing' && error)
  expect(held.map(({ error }) => error?.code)).toContain('serverError')
  expect(fal.parts).toEqual([1, 2, 3, 4, 5])
  expect(fal.files.get('in.png')).toEqual(bytes)
  expect(fal.billed).toBe(1)
})

test('an address that expires again and again is told, and nothing is paid', async () => {
  const { fal, media, create, values } = await openWithFile(
    {
      part(response, number) {
        if (number !== 2) return false
        response.writeHead(403).end()
        return true
      },
    },
    300_000,
  )
  const { id } = await create(values)
  let told = media.told
  while (!told.some(({ error }) => error?.code === 'serverError')) {
    await new Promise(setImmediate)
    told = media.told
  }
  await media.jobs.cancel(id)
  expect(await media.until(id, ...finalMediaStates)).toMatchObject({ state: 'cancelled' })
  expect(fal.billed).toBe(0)
})

test('a file that was cut meanwhile fails the job before anything is paid', async () => {
  let cut = (): void => undefined
  const { fal, media, create, values } = await openWithFile(
    {
      part(_response, number) {
        if (number === 2) cut()
        return false
      },
    },
    300_000,
  )
  cut = () => truncateSync(media.blobs.path(values.image_urls[0]!.id), 150_000)
  const { id } = await create(values)
  const job = await media.until(id, ...finalMediaStates)
  expect(job).toMatchObject({ state: 'failed', error: { code: 'attachmentMissing' } })
  expect(fal.billed).toBe(0)
})
