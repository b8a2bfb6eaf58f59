import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FoundFile } from '../../../../src/main/knowledge/catalogue/applyFolderChanges.ts'
import { baseId, newFile, openTestCatalogue } from './openTestCatalogue.ts'

const root = '/home/user/papers'
const waiting = { state: 'waiting' } as const

function found(path: string, more: Partial<FoundFile> = {}): FoundFile {
  const name = path.split('/').at(-1) ?? ''
  const file = { path: `${root}/${path}`, name, mediaType: 'text/plain' }
  return { ...file, sizeBytes: 10, changedAt: 1000, status: waiting, ...more }
}

function openWithFolder(files: readonly FoundFile[]) {
  const catalogue = openTestCatalogue()
  const folderId = catalogue.addFolder(baseId, randomUUID(), root)
  catalogue.changeFolder(folderId, { found: files, gone: [] })
  const list = () => catalogue.sources({ baseId, after: null, limit: 100 }).sources
  return { catalogue, folderId, list }
}

test('a folder is added once, and knows its files by path', () => {
  const { catalogue, folderId } = openWithFolder([found('b.txt'), found('sub/a.txt')])
  expect(catalogue.addFolder(baseId, randomUUID(), root)).toBe(folderId)
  expect(catalogue.folders(baseId)).toEqual([
    { id: folderId, baseId, path: root, sources: 2, error: null },
  ])
  const [first] = catalogue.folderFiles(folderId, '', 1)
  expect(first).toEqual({ path: `${root}/b.txt`, sizeBytes: 10, changedAt: 1000 })
  const rest = catalogue.folderFiles(folderId, first?.path ?? '', 10)
  expect(rest.map(({ path }) => path)).toEqual([`${root}/sub/a.txt`])
})

test('a changed file waits again and stays the same source', () => {
  const { catalogue, folderId, list } = openWithFolder([found('a.txt')])
  const [before] = list()
  catalogue.setStates([{ id: before?.id ?? '', status: { state: 'ready', passages: 1 } }])
  catalogue.changeFolder(folderId, { found: [found('a.txt', { changedAt: 2000 })], gone: [] })
  expect(list()).toEqual([{ ...before, changedAt: 2000, status: waiting }])
})

test('a file that moved keeps its source and is not read again', () => {
  const { catalogue, folderId, list } = openWithFolder([found('a.txt'), found('b.txt')])
  const [a, b] = list()
  const ready = { state: 'ready', passages: 1 } as const
  catalogue.setStates([
    { id: a?.id ?? '', status: ready },
    { id: b?.id ?? '', status: ready },
  ])
  const gone = catalogue.changeFolder(folderId, {
    found: [found('sub/renamed.txt')],
    gone: [`${root}/a.txt`, `${root}/b.txt`],
  })
  expect(gone).toEqual([b?.id])
  expect(list()).toEqual([
    { ...a, name: 'renamed.txt', location: `${root}/sub/renamed.txt`, status: ready },
  ])
})

test('a new file of another size is not taken for one that moved', () => {
  const { catalogue, folderId, list } = openWithFolder([found('a.txt')])
  const [a] = list()
  const changes = { found: [found('b.txt', { sizeBytes: 11 })], gone: [`${root}/a.txt`] }
  expect(catalogue.changeFolder(folderId, changes)).toEqual([a?.id])
  expect(list().map(({ id, name }) => [id === a?.id, name])).toEqual([[false, 'b.txt']])
})

test('a file that is left out from now on loses its passages and keeps its row', () => {
  const { catalogue, folderId, list } = openWithFolder([found('a.txt')])
  const [a] = list()
  const status = { state: 'skipped', reason: 'tooLarge' } as const
  const changes = { found: [found('a.txt', { sizeBytes: 9e9, status })], gone: [] }
  expect(catalogue.changeFolder(folderId, changes)).toEqual([a?.id])
  expect(list()).toMatchObject([{ id: a?.id, status }])
})

test('a folder goes with its sources, and leaves a file that was added alone', () => {
  const { catalogue, folderId, list } = openWithFolder([found('a.txt')])
  const alone = newFile('a.txt', { location: `${root}/a.txt` })
  expect(catalogue.addSources(baseId, [alone])).toBe(1)
  const inFolder = list().find((source) => source.folderId === folderId)
  expect(catalogue.removeFolder(baseId, folderId)).toEqual([inFolder?.id])
  expect(list()).toMatchObject([{ location: `${root}/a.txt`, folderId: null }])
  expect(catalogue.folders(baseId)).toEqual([])
})

test('a disk that is not there is an error of its folder', () => {
  const { catalogue, folderId } = openWithFolder([])
  const error = { code: 'folderMissing', message: 'It is gone' } as const
  catalogue.setFolderError(folderId, error)
  expect(catalogue.folders()).toMatchObject([{ id: folderId, error }])
  catalogue.setFolderError(folderId, null)
  expect(catalogue.folders()).toMatchObject([{ id: folderId, error: null }])
})
