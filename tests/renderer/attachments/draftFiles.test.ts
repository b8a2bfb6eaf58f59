import { beforeEach, expect, test, vi } from 'vitest'
import { store } from '../../../src/renderer/core/store.ts'
import {
  addDraftFiles,
  attachmentsIn,
  draftFilesAtom,
  draftFilesOf,
  dropDraftFiles,
  removeDraftFile,
} from '../../../src/renderer/attachments/draftFiles.ts'
import { createFakeMain } from '../chat/conversation/fakeMain.ts'
import type { FakeMain } from '../chat/conversation/fakeMain.ts'
import { createStoredUploads } from './storedUploads.ts'
import type { StoredUploads } from './storedUploads.ts'

let uploads: StoredUploads
let main: FakeMain

beforeEach(() => {
  store.set(draftFilesAtom, new Map())
  uploads = createStoredUploads()
  main = createFakeMain(uploads.answers)
  vi.stubGlobal('window', { bridge: main.bridge })
})

const stages = (id: string | null): string[] => draftFilesOf(id).map(({ state }) => state.stage)
const textFile = (name: string): File => new File([name], name, { type: 'text/plain' })

test('files are brought to main one after the other, and belong to one draft', async () => {
  addDraftFiles('a', [textFile('1.txt'), textFile('2.txt')])
  addDraftFiles(null, [textFile('3.txt')])
  expect(stages('a')).toEqual(['uploading', 'uploading'])
  await expect.poll(() => [...stages('a'), ...stages(null)]).toEqual(['ready', 'ready', 'ready'])
  const sent = main.calls.map(({ name }) => name.replace('attachments.', ''))
  expect(sent).toEqual(Array.from({ length: 3 }, () => ['begin', 'append', 'finish']).flat())
  expect(attachmentsIn(draftFilesOf('a')).map(({ name }) => name)).toEqual(['1.txt', '2.txt'])
  expect(attachmentsIn(draftFilesOf(null)).map(({ name }) => name)).toEqual(['3.txt'])
})

test('a draft takes twenty files, and tells how many had no room', () => {
  const many = Array.from({ length: 15 }, (_, index) => textFile(`${String(index)}.txt`))
  expect(addDraftFiles('a', many)).toBe(0)
  expect(addDraftFiles('a', many)).toBe(10)
  expect(draftFilesOf('a')).toHaveLength(20)
  expect(addDraftFiles('b', many)).toBe(0)
})

test('a draft takes 200 MB, and what is too large with the others says so', () => {
  const part = new Blob([new Uint8Array(45 * 1024 * 1024)])
  const files = Array.from({ length: 5 }, (_, index) => new File([part], `${String(index)}.bin`))
  addDraftFiles('a', [...files, textFile('small.txt')])
  expect(stages('a').map((stage) => stage === 'failed')).toEqual([
    ...[false, false, false, false, true, false],
  ])
  expect(draftFilesOf('a')[4]?.state).toMatchObject({ error: { code: 'attachmentsTooLarge' } })
})

test('a file that can not be brought says why, and does not hold up the next one', async () => {
  const large = new File([new Uint8Array(50 * 1024 * 1024 + 1)], 'film.mkv')
  addDraftFiles('a', [large, textFile('1.txt')])
  await expect.poll(() => stages('a')).toEqual(['failed', 'ready'])
  const [first] = draftFilesOf('a')
  expect(first?.state).toMatchObject({
    error: { code: 'attachmentTooLarge', details: { subject: 'film.mkv' } },
  })
})

test('a file that is removed is given up, and the others stay', async () => {
  addDraftFiles('a', [new File([new Uint8Array(4 * 1024 * 1024)], 'a.bin'), textFile('1.txt')])
  await expect.poll(() => uploads.open.size).toBe(1)
  removeDraftFile('a', draftFilesOf('a')[0]?.key ?? '')
  await expect.poll(() => stages('a')).toEqual(['ready'])
  expect(uploads.stored.map(({ name }) => name)).toEqual(['1.txt'])
  expect(uploads.open.size).toBe(0)
})

test('what was sent leaves the draft, what was added meanwhile stays', async () => {
  addDraftFiles('a', [textFile('1.txt')])
  const sent = draftFilesOf('a')
  addDraftFiles('a', [textFile('2.txt')])
  dropDraftFiles('a', sent)
  expect(draftFilesOf('a').map(({ name }) => name)).toEqual(['2.txt'])
  dropDraftFiles('a', draftFilesOf('a'))
  expect(store.get(draftFilesAtom).has('a')).toBe(false)
})
