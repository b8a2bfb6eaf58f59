import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createAttachments } from '../../../src/main/attachments/attachments.ts'
import { createBlobs } from '../../../src/main/storage/blobs.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { maxAttachmentBytes } from '../../../src/shared/limits.ts'
import type { Attachment } from '../../../src/shared/chat/parts.ts'
import { pictureBomb } from '../../fakes/pictureBomb.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const utf8 = (text: string) => new TextEncoder().encode(text)

function open(now?: () => number) {
  const folder = join(temporaryFolder(), 'files')
  const blobs = createBlobs(folder)
  return { folder, blobs, attachments: createAttachments(blobs, now) }
}

test('a file comes in pieces, and lies under the hash of its bytes', async () => {
  const { folder, attachments } = open()
  const { uploadId } = await attachments.begin('Notes.txt')
  for (const piece of ['Grüße, ', '世界', '!']) await attachments.append(uploadId, utf8(piece))
  const file = await attachments.finish(uploadId)
  expect(file).toMatchObject({ name: 'Notes.txt', mediaType: 'text/plain', sizeBytes: 16 })
  expect(readFileSync(join(folder, file.id), 'utf8')).toBe('Grüße, 世界!')
  expect(Buffer.from(await attachments.read(file.id)).toString()).toBe('Grüße, 世界!')
  expect(() => attachments.assertStored([file])).not.toThrow()
})

test('the same bytes lie there once, whatever they are called', async () => {
  const { folder, attachments } = open()
  const first = await attachments.store(png, 'a.png')
  const second = await attachments.store(png, 'b.png')
  expect(second).toEqual({ ...first, name: 'b.png' })
  expect(readdirSync(folder)).toEqual([first.id])
})

test.each([
  ['a picture by its bytes', png, 'picture.txt', 'image/png'],
  ['a PDF', utf8('%PDF-1.7\n%âãÏÓ\n'), 'x', 'application/pdf'],
  ['a page as text', utf8('<script>alert(1)</script>'), 'page.html', 'text/html'],
  ['Markdown by its name', utf8('# Title'), 'README.md', 'text/markdown'],
  ['JSON', utf8('{"a": 1}'), 'data.json', 'application/json'],
  ['bytes that are nothing', new Uint8Array([0, 1, 2, 255]), 'x.png', 'application/octet-stream'],
])('knows %s', async (_name, bytes, name, mediaType) => {
  expect((await open().attachments.store(bytes, name)).mediaType).toBe(mediaType)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\report.pdf', 'report.pdf'],
  ['evil\u202egpj.exe', 'evilgpj.exe'],
  ['  ', 'file'],
])('the name %j becomes %j', async (given, name) => {
  expect((await open().attachments.store(png, given)).name).toBe(name)
})

test('a file that is too large is refused, and nothing of it stays', async () => {
  const { folder, attachments } = open()
  const { uploadId } = await attachments.begin('film.mp4')
  const piece = new Uint8Array(1024 * 1024)
  for (let sent = 0; sent < maxAttachmentBytes; sent += piece.length) {
    await attachments.append(uploadId, piece)
  }
  await expect(attachments.append(uploadId, piece)).rejects.toMatchObject({
    code: 'attachmentTooLarge',
    details: { subject: 'film.mp4' },
  })
  expect(readdirSync(folder)).toEqual([])
  await expect(attachments.append(uploadId, piece)).rejects.toMatchObject({
    code: 'attachmentMissing',
  })
})

test('a file for Media may be larger, and is not taken for a message', async () => {
  const { attachments } = open()
  const { uploadId } = await attachments.begin('film.mp4', 'media')
  const piece = new Uint8Array(1024 * 1024)
  for (let sent = 0; sent <= maxAttachmentBytes; sent += piece.length) {
    await attachments.append(uploadId, piece)
  }
  const film = await attachments.finish(uploadId)
  expect(film.sizeBytes).toBe(maxAttachmentBytes + piece.length)
  expect(() => attachments.assertStored([film])).toThrow(
    expect.objectContaining({ code: 'attachmentTooLarge', details: { subject: 'film.mp4' } }),
  )
})

test('a picture of 2,500 megapixels is refused by its head, also behind what a camera says', async () => {
  const { attachments } = open()
  const upload = async (bytes: Uint8Array) => {
    const { uploadId } = await attachments.begin('bomb')
    await attachments.append(uploadId, bytes)
    return attachments.finish(uploadId)
  }
  const said = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(0xffff - 2)])
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0xc3, 0x50, 0xc3, 0x50, 1, 1, 0x11, 0])
  const start = Buffer.from([0xff, 0xd8])
  const bombs = [
    pictureBomb(),
    Buffer.concat([start, said, said, frame]),
    // Its size is nowhere where a picture has it.
    Buffer.concat([start, ...Array.from({ length: 70 }, () => said), frame]),
  ]
  for (const bomb of bombs) {
    await expect(upload(bomb)).rejects.toMatchObject({
      code: 'pictureTooLarge',
      details: { subject: 'bomb' },
    })
  }
  expect(await upload(png)).toMatchObject({ mediaType: 'image/png' })
})

test('what is cancelled or forgotten leaves nothing behind', async () => {
  let time = 0
  const { folder, attachments } = open(() => time)
  const first = await attachments.begin('a')
  await attachments.append(first.uploadId, png)
  await attachments.cancel(first.uploadId)
  expect(readdirSync(folder)).toEqual([])
  await attachments.begin('b')
  time += 2 * 60 * 60 * 1000
  const third = await attachments.begin('c')
  expect(readdirSync(folder)).toHaveLength(1)
  await attachments.cancel(third.uploadId)
})

test('a file that is not stored is said to be missing', async () => {
  const { attachments } = open()
  const file = { id: 'b'.repeat(64), name: 'gone.txt', mediaType: 'text/plain', sizeBytes: 1 }
  expect(() => attachments.assertStored([file])).toThrow(
    expect.objectContaining({ code: 'attachmentMissing' }),
  )
  await expect(attachments.read(file.id)).rejects.toMatchObject({ code: 'attachmentMissing' })
  await expect(attachments.read('../history.sqlite')).rejects.toMatchObject({
    code: 'attachmentMissing',
  })
})

test('a sweep removes what is old and not kept, and what a crash has left', async () => {
  const { folder, blobs, attachments } = open()
  const kept = await attachments.store(utf8('kept'), 'kept.txt')
  const old = await attachments.store(utf8('old'), 'old.txt')
  const young = await attachments.store(utf8('young'), 'young.txt')
  writeFileSync(join(folder, 'crashed.part'), 'half')
  writeFileSync(join(folder, 'not-ours.txt'), 'stays')
  for (const name of [kept.id, old.id, 'crashed.part', 'not-ours.txt']) {
    utimesSync(join(folder, name), 1000, 1000)
  }
  await blobs.sweep(new Set([kept.id]), 24 * 60 * 60 * 1000)
  expect(readdirSync(folder).toSorted()).toEqual([kept.id, young.id, 'not-ours.txt'].toSorted())
})

test('pieces that come at once are written one after the other', async () => {
  const { attachments } = open()
  const { uploadId } = await attachments.begin('numbers.txt')
  const lines = Array.from({ length: 50 }, (_, index) => `${index}\n`)
  await Promise.all(lines.map((line) => attachments.append(uploadId, utf8(line))))
  const { id } = await attachments.finish(uploadId)
  expect(Buffer.from(await attachments.read(id)).toString()).toBe(lines.join(''))
})

test('a flood of uploads is refused, and does not keep a model from storing its picture', async () => {
  const { folder, attachments } = open()
  const begun = await Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => attachments.begin(`${index}`)),
  )
  const opened = begun.filter(({ status }) => status === 'fulfilled')
  expect(opened.length).toBeGreaterThanOrEqual(20)
  expect(opened.length).toBeLessThan(30)
  expect(begun.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'tooManyAtOnce' } })
  expect((await attachments.store(png, 'image.png')).mediaType).toBe('image/png')
  for (const upload of begun) {
    if (upload.status === 'fulfilled') await attachments.cancel(upload.value.uploadId)
  }
  expect(readdirSync(folder)).toHaveLength(1)
})

test('what a model made is refused where it is too large, and nothing of it stays', async () => {
  const { folder, attachments } = open()
  const bytes = new Uint8Array(maxAttachmentBytes + 1)
  await expect(attachments.store(bytes, 'film.mp4')).rejects.toMatchObject({
    code: 'attachmentTooLarge',
  })
  expect(readdirSync(folder)).toEqual([])
})

test('text is known by its first bytes, also where they end within a character', async () => {
  const { attachments } = open()
  const text = `a${'ü'.repeat(100_000)}`
  expect((await attachments.store(utf8(text), 'long')).mediaType).toBe('text/plain')
})

describe('room', () => {
  const chunk = Buffer.alloc(1024 * 1024, 1)

  function openSmall(maxBytes: number) {
    const folder = join(temporaryFolder(), 'files')
    const open = () => createAttachments(createBlobs(folder, maxBytes))
    return { folder, open }
  }

  const bytesIn = (folder: string): number =>
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

  test('a page that uploads without end fills no more than the files may take', async () => {
    const { folder, open } = openSmall(10 * chunk.byteLength)
    const attachments = open()
    const upload = async (index: number, isFinished: boolean): Promise<string> => {
      try {
        const { uploadId } = await attachments.begin('x')
        for (let count = 0; count < 4; count += 1) {
          await attachments.append(uploadId, Buffer.alloc(chunk.byteLength, index))
        }
        if (isFinished) await attachments.finish(uploadId)
        return 'stored'
      } catch (error) {
        return error instanceof AppError ? error.code : String(error)
      }
    }
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => upload(index, index % 2 === 0)),
    )
    for (let index = 20; index < 40; index += 1) codes.push(await upload(index, true))
    expect(codes).toContain('filesFull')
    expect(codes.filter((code) => code !== 'filesFull' && code !== 'stored')).toEqual([])
    expect(bytesIn(folder)).toBeLessThanOrEqual(10 * chunk.byteLength)
    // Files from before the start count too, and so do small ones.
    const again = open()
    const small: string[] = []
    for (let index = 0; index < 200; index += 1) {
      small.push(await again.store(Buffer.from(`${index}`), 'x').then(() => 'stored', codeOf))
    }
    expect(small.at(-1)).toBe('filesFull')
  })

  test('the same bytes, and what was given up, take no room', async () => {
    const { open } = openSmall(5 * chunk.byteLength)
    const attachments = open()
    for (let count = 0; count < 5; count += 1) {
      await attachments.store(Buffer.concat([chunk, chunk]), 'same')
      const { uploadId } = await attachments.begin('given up')
      await attachments.append(uploadId, chunk)
      await attachments.cancel(uploadId)
    }
  })

  test('what is swept makes room', async () => {
    const folder = join(temporaryFolder(), 'files')
    const blobs = createBlobs(folder, chunk.byteLength)
    const attachments = createAttachments(blobs)
    const { id } = await attachments.store(chunk, 'first')
    await expect(attachments.store(Buffer.from('x'), 'second')).rejects.toThrow(AppError)
    const old = new Date(0)
    utimesSync(join(folder, id), old, old)
    await blobs.sweep(new Set(), 1000)
    await attachments.store(Buffer.from('x'), 'second')
  })

  test('a message has bounds of its own', async () => {
    const { open } = openSmall(1024 ** 3)
    const attachments = open()
    const files: Attachment[] = []
    for (let index = 0; index < 5; index += 1) {
      const { uploadId } = await attachments.begin('x')
      for (let count = 0; count < 41; count += 1) {
        await attachments.append(uploadId, Buffer.alloc(chunk.byteLength, index))
      }
      files.push({ ...(await attachments.finish(uploadId)), sizeBytes: 1 })
    }
    attachments.assertStored(files.slice(1))
    expect(() => attachments.assertStored(files)).toThrow('too large together')
  })

  function codeOf(error: unknown): string {
    return error instanceof AppError ? error.code : String(error)
  }
})
