import { randomUUID } from 'node:crypto'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/shared/errors.ts'
import type { SourceRecord } from '../../../src/main/knowledge/catalogue/sourceRecord.ts'
import { serveSources } from '../../../src/main/knowledge/serveSources.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const [baseId, sourceId] = [randomUUID(), randomUUID()]
const name = `${baseId}.${sourceId}`

function served(mediaType: string, file: string, content: string | null = null) {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file.pdf'), '0123456789')
  writeFileSync(join(folder, 'kept'), 'kept')
  const outside = join(temporaryFolder(), 'secret.pdf')
  writeFileSync(outside, 'secret')
  symlinkSync(outside, join(folder, 'link.pdf'))
  const location = join(folder, file)
  const source: SourceRecord['source'] = {
    ...{ id: sourceId, baseId, kind: 'file', folderId: null, name: 'a.pdf', location, mediaType },
    ...{
      sizeBytes: 0,
      pages: 1,
      changedAt: 0,
      unreadPictures: 0,
      omissions: [],
      status: { state: 'waiting' },
    },
  }
  return serveSources(
    {
      source: async (base, id) => {
        if (base !== baseId || id !== sourceId) throw new AppError('sourceMissing', 'No source')
        const unread = { encoding: null, nearby: false, sha256: null, passages: 0 }
        return { source, sequence: 0, folder: null, content, ...unread }
      },
    },
    { path: (kept) => join(folder, kept) },
  )
}

test('a range of a PDF document is served as bytes that no page shows', async () => {
  const { serve } = served('application/pdf', 'file.pdf')
  const response = await serve(name, 'bytes=2-4')
  expect(response?.status).toBe(206)
  expect(response?.headers.get('content-type')).toBe('application/octet-stream')
  expect(response?.headers.get('content-security-policy')).toContain('sandbox')
  expect(await response?.text()).toBe('234')
})

test('the copy of an upload is served', async () => {
  const response = await served('application/pdf', '', 'kept').serve(name, null)
  expect(await response?.text()).toBe('kept')
})

test.each([
  ['another kind of document', 'text/plain', 'file.pdf', name],
  ['a link that leads out of the folder', 'application/pdf', 'link.pdf', name],
  ['a file that is gone', 'application/pdf', 'gone.pdf', name],
  ['another base', 'application/pdf', 'file.pdf', `${randomUUID()}.${sourceId}`],
])('nothing is served of %s', async (_, mediaType, file, asked) => {
  const response = await served(mediaType, file).serve(asked, null)
  expect(response?.status).toBe(404)
})

test('only two ids are a valid name', () => {
  const { name: valid } = served('application/pdf', '')
  expect(valid.test(name)).toBe(true)
  for (const other of [sourceId, `${name}.${baseId}`, `..${name}`, `${baseId}/${sourceId}`]) {
    expect(valid.test(other)).toBe(false)
  }
})
