import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SourceRecord } from '../../../src/main/knowledge/catalogue/sourceRecord.ts'
import { noLines, type CutDocument } from '../../../src/main/knowledge/readDocument.ts'
import { createSourceReader } from '../../../src/main/knowledge/sources/createSourceReader.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const document: CutDocument = {
  ...{ text: '', title: null, pages: [], lines: noLines, omissions: [], passages: [] },
  ...{ mediaType: 'text/plain', sha256: 'a'.repeat(64), sizeBytes: 0 },
}

/** Opens a file that is written to at each of the next readings. */
async function openWritten(writes: number) {
  const path = join(temporaryFolder(), 'a.txt')
  let text = 'begun'
  writeFileSync(path, text)
  let readings = 0
  let left = writes
  const write = (): void => {
    text += ' and goes on'
    writeFileSync(path, text)
  }
  const open = createSourceReader({
    documents: {
      readDocument: async () => {
        readings += 1
        if (left-- > 0) write()
        return { ...document, sizeBytes: text.length }
      },
      drawPicture: () => Promise.resolve({ bytes: new Uint8Array(1), mediaType: 'image/png' }),
      readEncodings: () => Promise.resolve([]),
    },
    contentPath: () => '',
    fetchPage: () => Promise.reject(new Error('No page')),
    readChat: () => undefined,
  })
  const record = { source: { kind: 'file', name: 'a.txt', location: path } } as SourceRecord
  const source = await open(record, new AbortController().signal)
  return { source, write, readings: () => readings, length: () => text.length }
}

test('a file that changes while it is read is read again, until it rests', async () => {
  const { source, readings, length } = await openWritten(2)
  expect(await source.read([])).toMatchObject({ sizeBytes: length() })
  expect(readings()).toBe(3)
})

test('a file that never rests is read as it is', async () => {
  const { source, readings } = await openWritten(1000)
  await source.read([])
  expect(readings()).toBe(3)
})

test('a page of a file that has changed since is not drawn', async () => {
  const { source, write } = await openWritten(0)
  await source.read([])
  expect(await source.draw(1)).toMatchObject({ mediaType: 'image/png' })
  write()
  expect(await source.draw(1)).toBeUndefined()
})
