import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../../src/main/app/migrations.ts'
import type { ConsentQuestion } from '../../../src/main/consent.ts'
import type { BaseStore } from '../../../src/main/serviceFiles/describeFiles.ts'
import { createServiceFiles } from '../../../src/main/serviceFiles/serviceFiles.ts'
import { createUploadTable } from '../../../src/main/serviceFiles/uploadTable.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { startFakeVectorStores, type FakeVectorStores } from '../../fakes/fakeVectorStores.ts'
import { openProviders } from '../providers/openProviders.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

let fake: FakeVectorStores

beforeEach(async () => {
  fake = await startFakeVectorStores()
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

async function open(baseStores: BaseStore[] = []) {
  const database = openDatabase({ path: join(temporaryFolder(), 'history.sqlite'), migrations })
  const { providers, setKey } = openProviders()
  const { id } = await providers.add({
    ...{ presetId: null, kind: 'openai-compatible', baseUrl: fake.baseUrl },
  })
  await setKey(id, 'sk-fake-0123456789')
  const asked: ConsentQuestion[] = []
  const files = createServiceFiles({
    eachKey: providers.eachKey,
    nameOf: providers.nameOf,
    uploads: () => createUploadTable(database),
    usedFiles: () => null,
    baseFiles: () => Promise.resolve([]),
    baseStores: () => Promise.resolve(baseStores),
    batchInputs: () => new Set(),
    recordedFiles: () => Promise.resolve(null),
    consent: (question) => {
      asked.push(question)
      return Promise.resolve(true)
    },
  })
  return {
    asked,
    list: () => files.list({ providerId: id }, { windowId: 1 }),
    remove: (...ids: string[]) =>
      files.remove(
        { providerId: id, files: ids.map((store) => ({ id: store, keyNumber: 1, isStore: true })) },
        { windowId: 1 },
      ),
  }
}

function addStore(id: string, baseId?: string): void {
  fake.stores.set(id, {
    ...{ id, name: `Store ${id}`, expiryDays: 1, status: 'completed' },
    metadata: baseId === undefined ? {} : { parley_base: baseId },
    files: new Map([['file-1', { attributes: {} }]]),
  })
}

test('vector stores are listed with their facts, over all pages, beside the files', async () => {
  fake.files.set('file-1', { id: 'file-1', name: 'a.txt', text: 'Twelve bytes' })
  for (let number = 1; number <= 12; number++) addStore(`vs-${String(number)}`)
  const { files, failures, isCut } = await (await open()).list()
  expect([failures, isCut]).toEqual([[], false])
  expect(files).toHaveLength(13)
  expect(files.find(({ id }) => id === 'vs-12')).toMatchObject({
    ...{ name: 'Store vs-12', sizeBytes: 12, createdAt: 1000, expiresAt: 1_800_086_400_000 },
    store: { state: 'completed', files: 1, lastActiveAt: 2000 },
    neededBy: 'unknown',
  })
  expect(files.find(({ id }) => id === 'file-1')?.store).toBeUndefined()
})

test('vector stores of bases, orphans, and those of others are told apart', async () => {
  const base = { isLeft: false, baseName: 'Contracts' }
  const opened = await open([
    { ...base, baseId: 'one', storeId: 'vs-1' },
    { ...base, baseId: 'two', storeId: null },
    { ...base, baseId: 'gone', storeId: 'vs-4', isLeft: true },
  ])
  addStore('vs-1', 'one')
  addStore('vs-2', 'one')
  addStore('vs-3', 'two')
  addStore('vs-4', 'gone')
  addStore('vs-5', 'of another Parley')
  addStore('vs-6')
  const { files } = await opened.list()
  expect(Object.fromEntries(files.map(({ id, neededBy }) => [id, neededBy]))).toEqual({
    ...{ 'vs-1': 'base', 'vs-2': 'nothing', 'vs-3': 'base' },
    ...{ 'vs-4': 'nothing', 'vs-5': 'elsewhere', 'vs-6': 'unknown' },
  })
  await expect(opened.remove('vs-6', 'vs-1')).rejects.toMatchObject({ code: 'badInput' })
  expect(await opened.remove('vs-2', 'vs-4')).toEqual({ remaining: [], error: null })
  expect(opened.asked).toEqual([])
  expect(await opened.remove('vs-6')).toEqual({ remaining: [], error: null })
  expect(opened.asked).toMatchObject([{ kind: 'deletion', facts: [{ value: 'Store vs-6' }] }])
  expect([...fake.stores.keys()]).toEqual(['vs-1', 'vs-3', 'vs-5'])
  // One that is gone counts as deleted.
  expect(await opened.remove('vs-4')).toEqual({ remaining: [], error: null })
})

test('a service without vector stores still lists its files; any other failure is named', async () => {
  fake.files.set('file-1', { id: 'file-1', name: 'a.txt', text: 'A' })
  const opened = await open()
  fake.fail({ at: 'GET /vector_stores', how: { status: 404 } })
  expect(await opened.list()).toMatchObject({ files: [{ id: 'file-1' }], failures: [] })
  fake.fail({ at: 'GET /vector_stores', how: { status: 403 } })
  expect(await opened.list()).toMatchObject({
    files: [{ id: 'file-1' }],
    failures: [{ keyNumber: 1, error: { details: { status: 403 } } }],
  })
  fake.fail({ at: 'GET /files', how: { status: 403 } })
  fake.fail({ at: 'GET /vector_stores', how: { status: 403 } })
  const { files, failures } = await opened.list()
  expect([files, failures.length]).toEqual([[], 1])
})
