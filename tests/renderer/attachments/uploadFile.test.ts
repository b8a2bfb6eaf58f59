import { beforeEach, expect, test } from 'vitest'
import type { UploadPurpose } from '../../../src/shared/chat/attachments.ts'
import { uploadFile } from '../../../src/renderer/attachments/uploadFile.ts'
import { createClient } from '../../../src/renderer/core/bridge.ts'
import type { Api } from '../../../src/renderer/core/bridge.ts'
import { createFakeMain } from '../chat/conversation/fakeMain.ts'
import type { FakeMain } from '../chat/conversation/fakeMain.ts'
import { createStoredUploads } from './storedUploads.ts'
import type { StoredUploads } from './storedUploads.ts'

const megabyte = 1024 * 1024

let uploads: StoredUploads
let main: FakeMain
let api: Api

beforeEach(() => {
  uploads = createStoredUploads()
  main = createFakeMain(uploads.answers)
  api = createClient(() => main.bridge)
})

test('a file comes to main in pieces, in order, and tells how far it is', async () => {
  const text = 'abcdefgh'.repeat(megabyte / 8) + 'the end'
  const file = new File([text], 'long.txt', { type: 'text/plain' })
  const fractions: number[] = []
  const attachment = await uploadFile(file, {
    api,
    signal: new AbortController().signal,
    onProgress: (fraction) => fractions.push(fraction),
  })
  expect(uploads.stored).toEqual([{ ...attachment, text, pieces: [megabyte, 7] }])
  expect(attachment).toMatchObject({ name: 'long.txt', mediaType: 'text/plain' })
  expect(fractions).toEqual([megabyte / file.size, 1])
  expect(uploads.open.size).toBe(0)
})

test('an empty file is stored, and a long name keeps its ending', async () => {
  const file = new File([], `${'x'.repeat(300)}.csv`)
  const attachment = await upload(file)
  expect(attachment.sizeBytes).toBe(0)
  expect(attachment.name).toHaveLength(255)
  expect(attachment.name).toMatch(/^…x+\.csv$/)
})

test('a file that is too large is refused before main hears of it', async () => {
  const file = new File([new Uint8Array(50 * megabyte + 1)], 'film.mkv')
  await expect(upload(file)).rejects.toMatchObject({
    code: 'attachmentTooLarge',
    details: { subject: 'film.mkv' },
  })
  expect(main.calls).toEqual([])
})

test('a file for Media is refused by a limit of its own', async () => {
  const file = new File([], 'film.mkv')
  Object.defineProperty(file, 'size', { value: 2_000_000_001 })
  await expect(upload(file, 'media')).rejects.toMatchObject({
    code: 'mediaInputTooLarge',
    details: { subject: 'film.mkv' },
  })
  expect(main.calls).toEqual([])
  const smaller = new File([new Uint8Array(50 * megabyte + 1)], 'film.mkv')
  expect(await upload(smaller, 'media')).toMatchObject({ sizeBytes: 50 * megabyte + 1 })
})

test('what breaks off leaves nothing behind in main', async () => {
  uploads.fillDisk()
  await expect(upload(new File(['text'], 'a.txt'))).rejects.toMatchObject({ code: 'diskFull' })
  await expect.poll(() => uploads.open.size).toBe(0)
  expect(uploads.stored).toEqual([])
})

test('a file that is not wanted any more is given up between two pieces', async () => {
  const given = new AbortController()
  const file = new File([new Uint8Array(3 * megabyte)], 'a.bin')
  const uploaded = uploadFile(file, {
    api,
    signal: given.signal,
    onProgress: () => given.abort(),
  })
  await expect(uploaded).rejects.toMatchObject({ code: 'aborted' })
  expect(main.calls.filter(({ name }) => name === 'attachments.append')).toHaveLength(1)
  await expect.poll(() => uploads.open.size).toBe(0)
})

test('a file that has been taken away since it was chosen is named', async () => {
  const file = new File(['text'], 'gone.txt')
  Object.defineProperty(file, 'slice', {
    value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
  })
  await expect(upload(file)).rejects.toMatchObject({
    code: 'attachmentMissing',
    details: { subject: 'gone.txt' },
  })
})

function upload(file: File, purpose?: UploadPurpose): ReturnType<typeof uploadFile> {
  const { signal } = new AbortController()
  return uploadFile(file, { api, signal, onProgress: () => {}, ...(purpose && { purpose }) })
}
