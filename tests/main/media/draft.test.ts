import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { MediaDraft } from '../../../src/shared/media/mediaDraft.ts'
import { media as mediaFeature } from '../../../src/shared/media/media.ts'
import { usedMediaFiles } from '../../../src/main/media/outputs/outputs.ts'
import { openTestMedia, type TestMedia } from './testMedia.ts'

const caller = { windowId: 1 }

async function storeFile({ blobs }: TestMedia, text: string): Promise<string> {
  const writer = await blobs.create()
  await writer.append(Buffer.from(text))
  return (await writer.finish()).id
}

/** Returns a form that is not finished: a prompt, a number that is none yet, and a picture. */
function draftWith(fileId: string): MediaDraft {
  const picture = { id: fileId, name: 'fox.png', mediaType: 'image/png', sizeBytes: 3 }
  return {
    ...{ providerId: 'fake', modelId: 'painter' },
    entries: [
      { name: 'prompt', role: 'prompt', value: 'a red fox' },
      { name: 'steps', role: null, value: '12,' },
      { name: 'tiling', role: null, value: true },
      { name: 'seed', role: 'seed', value: null },
      { name: 'image', role: 'image', value: [{ ...picture, outputId: null }] },
    ],
  }
}

/** Deletes what nothing refers to, however new it is. */
async function sweep({ blobs, database }: TestMedia): Promise<void> {
  await blobs.sweep(new Set(usedMediaFiles(database)), -1000)
}

test('the form survives a kill, with its file, until another form takes its place', async () => {
  const first = openTestMedia({ providers: [] })
  expect(await first.media.handlers.draft({}, caller)).toEqual({ draft: null })
  const fileId = await storeFile(first, 'fox')
  const draft = draftWith(fileId)
  await first.media.handlers.saveDraft({ draft }, caller)
  first.crash()

  const second = openTestMedia({ providers: [], folder: first.folder })
  await sweep(second)
  expect(existsSync(second.blobs.path(fileId))).toBe(true)
  const read = await second.media.handlers.draft({}, caller)
  expect(mediaFeature.draft.output.parse(read)).toEqual({ draft })

  await second.media.handlers.saveDraft({ draft: { ...draft, entries: [] } }, caller)
  await sweep(second)
  expect(existsSync(second.blobs.path(fileId))).toBe(false)
})

test('a file of the form stays while a job or an output still refers to it', async () => {
  const media = openTestMedia({ providers: [] })
  const fileId = await storeFile(media, 'fox')
  await media.media.handlers.saveDraft({ draft: draftWith(fileId) }, caller)
  media.database.exec('PRAGMA foreign_keys = OFF')
  media.database.run('INSERT INTO media_input (job_id, file_id) VALUES (?, ?)', 'job', fileId)
  await media.media.handlers.saveDraft({ draft: { ...draftWith(fileId), entries: [] } }, caller)
  await sweep(media)
  expect(existsSync(media.blobs.path(fileId))).toBe(true)
})

test.each(['{', '[]', '{"providerId":"fake","modelId":"painter","entries":[{"value":7}]}'])(
  'a form that can’t be read, %s, is none, and its files stay',
  async (text) => {
    const media = openTestMedia({ providers: [] })
    const fileId = await storeFile(media, 'fox')
    await media.media.handlers.saveDraft({ draft: draftWith(fileId) }, caller)
    media.database.run('UPDATE media_draft SET draft = ?', text)
    expect(await media.media.handlers.draft({}, caller)).toEqual({ draft: null })
    await sweep(media)
    expect(existsSync(media.blobs.path(fileId))).toBe(true)
  },
)
