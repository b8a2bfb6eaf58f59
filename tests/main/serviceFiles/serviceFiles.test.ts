import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { migrations } from '../../../src/main/app/migrations.ts'
import type { ConsentQuestion } from '../../../src/main/consent.ts'
import type { FileInput } from '../../../src/main/providers/reply.ts'
import type { BaseFile } from '../../../src/main/serviceFiles/describeFiles.ts'
import { createServiceFiles } from '../../../src/main/serviceFiles/serviceFiles.ts'
import { createUploadTable, forgetExpired } from '../../../src/main/serviceFiles/uploadTable.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import type { Database } from '../../../src/main/storage/connection.ts'
import { startFakeAnthropic, type FakeAnthropic } from '../../fakes/fakeAnthropic.ts'
import { ask, collect } from '../providers/collect.ts'
import { openProviders } from '../providers/openProviders.ts'
import { skipPauses } from '../providers/skipPauses.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

const key = 'sk-ant-fake-0123456789'
const large: FileInput = {
  type: 'file',
  file: { id: 'a'.repeat(64), name: 'large.pdf', mediaType: 'application/pdf', sizeBytes: 6e6 },
  read: () => Promise.resolve(new Uint8Array(6_000_000)),
}

let fake: FakeAnthropic

beforeEach(async () => {
  fake = await startFakeAnthropic()
})

afterEach(async () => {
  vi.unstubAllGlobals()
  expect(fake.violations).toEqual([])
  await fake.close()
})

interface Needed {
  baseFiles?: BaseFile[]
  /** The ids under which the inputs of batches are noted. */
  batchInputs?: Set<string>
  used?: Set<string> | null
}

/** Opens Parley's record and a provider on a database, as a start does. */
async function open(
  database: Database,
  { baseFiles = [], batchInputs = new Set(), used = new Set() }: Needed = {},
) {
  const table = createUploadTable(database)
  const { providers, setKey } = openProviders({ uploadsOf: table.recordFor })
  const { id } = await providers.add({ presetId: null, kind: 'anthropic', baseUrl: fake.origin })
  await setKey(id, key)
  const asked: ConsentQuestion[] = []
  const answer = { allows: true }
  const files = createServiceFiles({
    eachKey: providers.eachKey,
    nameOf: providers.nameOf,
    uploads: () => table,
    usedFiles: () => used,
    baseFiles: () => Promise.resolve(baseFiles),
    baseStores: () => Promise.resolve([]),
    batchInputs: () => batchInputs,
    recordedFiles: () => Promise.resolve(null),
    consent: (question) => {
      asked.push(question)
      return Promise.resolve(answer.allows)
    },
  })
  const caller = { windowId: 1 }
  return {
    ...{ asked, answer },
    account: { providerId: id, secretId: id },
    setKey: (secondKey: string) => setKey(id, secondKey, providers.addKey(id)),
    list: () => files.list({ providerId: id }, caller),
    remove: (...ids: string[]) =>
      files.remove(
        { providerId: id, files: ids.map((file) => ({ id: file, keyNumber: 1, isStore: false })) },
        caller,
      ),
    send: async () => {
      const turns = [
        { role: 'user' as const, parts: [large, { type: 'text' as const, text: '?' }] },
      ]
      return collect(await providers.lookup(id), { ...ask('?'), turns })
    },
  }
}

function newDatabase(): Database {
  return openDatabase({ path: join(temporaryFolder(), 'history.sqlite'), migrations })
}

const uploads = (): number => fake.requests.filter(({ path }) => path === '/v1/files').length

test('a file is uploaded once, also after a restart, and is known while a chat needs it', async () => {
  const database = newDatabase()
  expect((await (await open(database)).send()).error).toBeUndefined()
  const used = new Set([large.file.id])
  const restarted = await open(database, { used })
  expect((await restarted.send()).error).toBeUndefined()
  expect(uploads()).toBe(1)

  const { files } = await restarted.list()
  expect(files).toMatchObject([{ id: 'file_1', neededBy: 'chat', keyNumber: 1, sizeBytes: 1 }])
  expect(files[0]?.name).toMatch(/^large \[parley-\w+\]\.pdf$/)
  used.clear()
  expect((await restarted.list()).files).toMatchObject([{ neededBy: 'nothing' }])
})

test('an upload whose answer was lost is found by its name', async () => {
  skipPauses()
  const opened = await open(newDatabase())
  fake.loseUpload()
  expect((await opened.send()).error).toBeUndefined()
  expect((await opened.list()).files).toMatchObject([
    { id: 'file_1', neededBy: 'nothing' },
    { id: 'file_2', neededBy: 'nothing' },
  ])
  expect(await opened.remove('file_1', 'file_2')).toEqual({ remaining: [], error: null })
  expect(fake.files.size).toBe(0)
  expect(opened.asked).toEqual([])
})

test('what is deleted there is uploaded again once a chat needs it', async () => {
  const opened = await open(newDatabase())
  await opened.send()
  await opened.remove('file_1')
  expect((await opened.send()).error).toBeUndefined()
  expect(fake.files.size).toBe(1)
  fake.files.clear()
  // The list shows that it is gone.
  expect((await opened.list()).files).toEqual([])
  await opened.send()
  expect(fake.files.size).toBe(1)
})

test('an upload that has expired is not used, and forgotten at the next start', async () => {
  const database = newDatabase()
  const table = createUploadTable(database, () => 1000)
  const record = table.recordFor({ providerId: 'p', secretId: 'p' })
  record.begin(large.file).complete({ id: 'file_1', expiresAt: 1000 + 61 * 60_000 })
  expect(record.find(large.file.id)).toBe('file_1')
  expect(table.recordFor({ providerId: 'p', secretId: 'p#2' }).find(large.file.id)).toBeUndefined()
  const later = createUploadTable(database, () => 1000 + 2 * 60_000)
  expect(later.recordFor({ providerId: 'p', secretId: 'p' }).find(large.file.id)).toBeUndefined()
  forgetExpired(database, 1000 + 61 * 60_000)
  expect(table.ofProvider('p')).toHaveLength(1)
  record.begin(large.file)
  forgetExpired(database, 1001 + 61 * 60_000)
  expect(table.ofProvider('p')).toMatchObject([{ remoteId: null }])
  forgetExpired(database, 1001 + 90 * 24 * 60 * 60_000)
  expect(table.ofProvider('p')).toEqual([])
})

test('files of bases, of another Parley and of others are told apart', async () => {
  const base = { baseName: 'Contracts', state: 'ready' }
  const baseFiles = [
    { ...base, name: 'a', fileId: 'file_1' },
    { ...base, name: 'lost [parley-b7a6c5d4-2].txt', fileId: null },
    { ...base, name: 'c', fileId: 'file_3', state: 'leaving' },
  ]
  const opened = await open(newDatabase(), { baseFiles })
  const names = ['a', 'lost [parley-b7a6c5d4-2].txt', 'c', 'other [parley-0000-1].txt', 'mine.pdf']
  for (const [index, name] of names.entries()) fake.files.set(`file_${String(index + 1)}`, name)
  expect((await opened.list()).files.map(({ neededBy }) => neededBy)).toEqual([
    'base',
    'base',
    'nothing',
    'elsewhere',
    'unknown',
  ])
  await expect(opened.remove('file_5', 'file_1')).rejects.toMatchObject({ code: 'badInput' })
  expect(fake.files.size).toBe(5)
})

test('the input of a batch is kept until the batch has ended', async () => {
  const database = newDatabase()
  const batchInputs = new Set(['part'])
  const opened = await open(database, { batchInputs })
  const { providerId, secretId } = opened.account
  const record = createUploadTable(database).recordFor({ providerId, secretId })
  const { name, complete } = record.begin({ id: 'part', name: 'parley-part-1.jsonl' })
  complete({ id: 'file_1', expiresAt: null })
  fake.files.set('file_1', name)
  expect((await opened.list()).files).toMatchObject([{ neededBy: 'batch' }])
  await expect(opened.remove('file_1')).rejects.toMatchObject({ code: 'badInput' })
  batchInputs.clear()
  expect((await opened.list()).files).toMatchObject([{ neededBy: 'nothing' }])
  expect(await opened.remove('file_1')).toEqual({ remaining: [], error: null })
})

test('others’ files are deleted only if the user allows it in main’s dialog', async () => {
  const opened = await open(newDatabase())
  await opened.send()
  fake.files.set('file_2', 'mine.pdf')
  await opened.list()
  opened.answer.allows = false
  const all = ['file_1', 'file_2', 'file_3']
  expect(await opened.remove(...all)).toEqual({ remaining: all, error: null })
  expect(opened.asked).toMatchObject([
    { kind: 'deletion', facts: [{ value: 'mine.pdf' }, { value: 'file_3' }] },
  ])
  expect(fake.files.size).toBe(2)
  opened.answer.allows = true
  expect(await opened.remove(...all)).toEqual({ remaining: [], error: null })
  expect(fake.files.size).toBe(0)
})

test('a file in use is kept if nobody knows what is in use', async () => {
  const opened = await open(newDatabase(), { used: null })
  await opened.send()
  expect((await opened.list()).files).toMatchObject([{ neededBy: 'chat' }])
})

test('two keys of one account show each file once', async () => {
  const opened = await open(newDatabase())
  await opened.setKey('sk-ant-fake-second-key')
  fake.files.set('file_1', 'mine.pdf')
  const { files, failures } = await opened.list()
  expect(files).toHaveLength(1)
  expect(failures).toEqual([])
})

test('a service without files says so, and nothing else fails', async () => {
  const simple = await startFakeAnthropic({ keepsFiles: false })
  const { providers, setKey } = openProviders()
  const { id } = await providers.add({ presetId: null, kind: 'anthropic', baseUrl: simple.origin })
  await setKey(id, key)
  const database = newDatabase()
  const files = createServiceFiles({
    eachKey: providers.eachKey,
    nameOf: providers.nameOf,
    uploads: () => createUploadTable(database),
    usedFiles: () => null,
    baseFiles: () => Promise.resolve([]),
    baseStores: () => Promise.resolve([]),
    batchInputs: () => new Set(),
    recordedFiles: () => Promise.resolve(null),
    consent: () => Promise.resolve(false),
  })
  expect(await files.list({ providerId: id }, { windowId: 1 })).toMatchObject({
    files: [],
    failures: [{ keyNumber: 1, error: { code: 'notSupported' } }],
  })
  await simple.close()
})

test('files of a service without a list are those of the record, and none can be deleted', async () => {
  const { providers } = openProviders()
  const { id } = await providers.add({ presetId: 'fal' })
  const facts = { purpose: null, sizeBytes: null, expiresAt: 9 }
  const database = newDatabase()
  const files = createServiceFiles({
    eachKey: providers.eachKey,
    nameOf: providers.nameOf,
    uploads: () => createUploadTable(database),
    usedFiles: () => null,
    baseFiles: () => Promise.resolve([]),
    baseStores: () => Promise.resolve([]),
    batchInputs: () => new Set(),
    recordedFiles: () =>
      Promise.resolve([
        { ...facts, id: 'old', name: 'a.png', createdAt: 1, isNeeded: false },
        { ...facts, id: 'new', name: 'b.png', createdAt: 2, isNeeded: true },
      ]),
    consent: () => Promise.resolve(true),
  })
  expect(await files.list({ providerId: id }, { windowId: 1 })).toMatchObject({
    files: [
      { id: 'new', neededBy: 'job', canDelete: false },
      { id: 'old', neededBy: 'nothing', canDelete: false },
    ],
    failures: [],
    isRecord: true,
  })
})
