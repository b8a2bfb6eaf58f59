import { closeSync, openSync, readdirSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createCatalogue } from '../../../../src/main/knowledge/catalogue/catalogue.ts'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openHealthy } from '../../../../src/main/knowledge/store/openHealthy.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { newFile } from '../catalogue/openTestCatalogue.ts'
import { embedText } from './embedText.ts'
import { testSource } from './testSource.ts'

const baseId = '11111111-1111-4111-8111-111111111111'
const model = { providerId: 'test', modelId: 'small' }

/** Writes a base with one source, its passages and their vectors. Returns the source's text. */
async function fill(path: string): Promise<string> {
  const database = openKnowledgeDatabase(path)
  const catalogue = createCatalogue(database)
  const base = { id: baseId, name: 'Papers', store: 'local', providerId: null } as const
  catalogue.addBase({ ...base, embedder: null, createdAt: 1 })
  catalogue.addSources(baseId, [newFile('a.txt')])
  database.run(`UPDATE source SET sha256 = 'abc', status = '{"state":"ready","passages":300}'`)
  const store = createLocalStore(database)
  const text = Array.from({ length: 300 }, (_, index) => `Door number ${index}.`).join('\n\n')
  await store.put(testSource(baseId, text))
  const { id } = await store.openSpace(baseId, model, 48)
  const missing = await store.missingVectors(baseId, id, 1000)
  await store.putVectors(
    id,
    missing.map((each) => ({ textHash: each.textHash, values: embedText(each.text, 48) })),
  )
  await store.close()
  database.close()
  return text
}

/** Overwrites the pages of a table, from its root on. */
function damage(path: string, table: string): void {
  const database = openKnowledgeDatabase(path)
  const sql = 'SELECT rootpage FROM sqlite_schema WHERE name = ?'
  const root = Number(database.get(sql, table)?.['rootpage'])
  const size = Number(database.get('PRAGMA page_size')?.['page_size'])
  database.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size, 0xa5), 0, size, (root - 1) * size)
  closeSync(file)
}

async function open(path: string) {
  const database = await openHealthy(path)
  onTestFinished(() => database.close())
  return database
}

test('after damage to the passages the sources wait, and no vector is paid for again', async () => {
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  const text = await fill(path)
  damage(path, 'passage')
  const database = await open(path)
  expect(readdirSync(join(path, '..')).some((name) => name.includes('damaged'))).toBe(true)
  expect(database.all('SELECT state, sha256 FROM source')).toEqual([
    { state: 'waiting', sha256: null },
  ])
  const store = createLocalStore(database)
  await store.put(testSource(baseId, text))
  const { id } = await store.openSpace(baseId, model, 48)
  expect(await store.missingVectors(baseId, id, 10)).toEqual([])
  await store.useSpace(baseId, id)
  const values = embedText('Chapter\nDoor number 7.', 48)
  const query = { baseIds: [baseId], words: '', vectors: [{ spaceId: id, values }] }
  const [hit] = await store.search({ ...query, filter: {}, limit: 1 })
  expect(hit?.text).toBe('Door number 7.')
})

test('a file that is cut in half is opened again', async () => {
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  await fill(path)
  truncateSync(path, Math.floor(statSync(path).size / 2))
  const database = await open(path)
  expect(database.get('PRAGMA integrity_check')?.['integrity_check']).toBe('ok')
  expect(database.get('SELECT count(*) AS passages FROM passage')).toEqual({ passages: 0 })
})

test('a healthy file is opened as it is', async () => {
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  await fill(path)
  const database = await open(path)
  expect(database.get('SELECT state FROM source')).toEqual({ state: 'ready' })
})
