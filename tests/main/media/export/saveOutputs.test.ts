import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import type { DraggedFile } from '../../../../src/main/feature.ts'
import { readSettings } from '../../../../src/main/media/export/readSettings.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { FakeService } from '../fakeService.ts'
import { openTestMedia } from '../testMedia.ts'

/** Opens media with pictures of these prompts, and a place to save to. */
async function open(...prompts: string[]) {
  const folder = temporaryFolder()
  let asked = ''
  const dragged: { windowId: number; files: readonly DraggedFile[] }[] = []
  const media = openTestMedia({
    providers: [new FakeService().direct()],
    dragOut: (windowId, files) => {
      dragged.push({ windowId, files })
      return Promise.resolve(true)
    },
    choosePlace: (name) => {
      asked = name
      return Promise.resolve(join(folder, 'saved'))
    },
  })
  for (const prompt of prompts) {
    const { id } = await media.create({ prompt })
    await media.until(id, 'done')
  }
  const ids = media.database
    .all('SELECT id FROM media_output ORDER BY created_at, sequence')
    .map(({ id }) => String(id))
  return {
    folder,
    ids,
    asked: () => asked,
    dragged,
    database: media.database,
    path: () =>
      media.blobs.path(String(media.database.get('SELECT file_id FROM media_output')?.['file_id'])),
    handlers: media.media.handlers,
    original: () => {
      const row = media.database.get('SELECT file_id FROM media_output')
      return readFileSync(media.blobs.path(String(row?.['file_id'])))
    },
    saved: () => readFileSync(join(folder, 'saved')),
  }
}

const caller = { windowId: 1 }

test('the original is saved byte for byte, and named after its prompt', async () => {
  const { handlers, ids, asked, saved, original, folder } = await open('A cat: at night?')
  expect(await handlers.save({ ids, as: 'original' }, caller)).toEqual({
    saved: true,
    missing: 0,
  })
  expect(asked()).toBe('A cat at night.png')
  expect(saved().equals(original())).toBe(true)
  expect(readdirSync(folder)).toEqual(['saved'])
})

test('an output is dragged out as it is stored, under its name, by the window that asks', async () => {
  const { handlers, ids, dragged, path } = await open('A cat: at night?')
  expect(await handlers.drag({ ids }, { windowId: 3 })).toEqual({ dragging: true })
  expect(dragged).toEqual([{ windowId: 3, files: [{ path: path(), name: 'A cat at night.png' }] }])
  const missing = '0197a5c1-0000-7000-8000-000000000000'
  await expect(handlers.drag({ ids: [missing] }, caller)).rejects.toMatchObject({
    code: 'mediaMissing',
  })
})

test('with the prompt written in, it fills the form again', async () => {
  const { handlers, ids, saved } = await open('A cat')
  await handlers.save({ ids, as: 'withPrompt' }, caller)
  expect(readSettings(saved())).toMatchObject({ prompt: 'A cat', modelId: 'painter' })
  await handlers.save({ ids, as: 'withoutMetadata' }, caller)
  expect(readSettings(saved())).toBeNull()
})

test('several are a zip that others can read, with one list of what they are', async () => {
  const { handlers, ids, asked, saved, original } = await open('A cat', 'A cat', 'Eine Möwe 鴎')
  await handlers.save({ ids, as: 'original' }, caller)
  expect(asked()).toBe('Parley.zip')
  const zip = await yauzl.fromBufferPromise(saved(), { validateEntrySizes: true })
  const names: string[] = []
  let list = ''
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName)
    const stream = await zip.openReadStreamPromise(entry)
    if (entry.fileName === 'parley.json') list = await text(stream)
    else stream.destroy()
    if (entry.fileName === 'A cat.png') expect(entry.uncompressedSize).toBe(original().length)
  }
  expect(names).toEqual(['A cat.png', 'A cat (2).png', 'Eine Möwe 鴎.png', 'parley.json'])
  expect(JSON.parse(list)).toMatchObject([
    { name: 'A cat.png', prompt: 'A cat', modelId: 'painter' },
    { name: 'A cat (2).png' },
    { prompt: 'Eine Möwe 鴎' },
  ])
})

/** Returns the names in a zip, and the list that is in it. */
async function readZip(bytes: Buffer): Promise<{ names: string[]; list: string }> {
  const zip = await yauzl.fromBufferPromise(bytes, { validateEntrySizes: true })
  const names: string[] = []
  let list = ''
  for await (const entry of zip.eachEntry()) {
    names.push(entry.fileName)
    const read = await text(await zip.openReadStreamPromise(entry))
    if (entry.fileName === 'parley.json') list = read
  }
  return { names, list }
}

test('a file that has vanished is left out of the zip, and counted', async () => {
  const { handlers, ids, saved, path, folder } = await open('A cat', 'قطة في الليل', 'A cat')
  rmSync(path())
  expect(await handlers.save({ ids, as: 'original' }, caller)).toEqual({ saved: true, missing: 1 })
  const { names, list } = await readZip(saved())
  expect(names).toEqual(['قطة في الليل.png', 'A cat.png', 'parley.json'])
  expect(JSON.parse(list)).toHaveLength(2)
  await expect(
    handlers.save({ ids: ids.slice(0, 1), as: 'original' }, caller),
  ).rejects.toMatchObject({ code: 'mediaMissing' })
  expect(readdirSync(folder)).toEqual(['saved'])
})

test('a zip that fails leaves nothing behind, and no file open', async () => {
  const { handlers, ids, path, folder } = await open('A cat', 'A dog')
  // Larger than what a stream reads ahead.
  truncateSync(path(), 50_000_000)
  rmSync(folder, { recursive: true })
  await expect(handlers.save({ ids, as: 'original' }, caller)).rejects.toThrow()
  expect(existsSync(folder)).toBe(false)
  await expect.poll(openFiles).not.toContain(path())
})

/** Returns the paths of the files that this process has open, where the system lists them: on Linux. */
function openFiles(): string[] {
  const list = '/proc/self/fd'
  if (!existsSync(list)) return []
  return readdirSync(list).flatMap((name) => {
    try {
      return [readlinkSync(join(list, name))]
    } catch {
      // It was closed meanwhile.
      return []
    }
  })
}

test('a zip without metadata has no list of prompts, and no file that still tells them', async () => {
  const { handlers, ids, saved, asked, database } = await open('A cat', 'A dog')
  await handlers.save({ ids, as: 'withoutMetadata' }, caller)
  expect((await readZip(saved())).names).toEqual(['A cat.png', 'A dog.png'])
  database.run("UPDATE media_output SET media_type = 'image/gif' WHERE id = ?", ids[0]!)
  const before = asked()
  await expect(handlers.save({ ids, as: 'withoutMetadata' }, caller)).rejects.toMatchObject({
    code: 'notSupported',
  })
  expect(asked()).toBe(before)
  // With the prompt, such a file is there as it is: the list has its prompt.
  await handlers.save({ ids, as: 'withPrompt' }, caller)
  expect((await readZip(saved())).names).toEqual(['A cat.gif', 'A dog.png', 'parley.json'])
})
