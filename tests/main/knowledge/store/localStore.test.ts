import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { describeStore } from './storeContract.ts'
import { testSource } from './testSource.ts'

function openStore() {
  const database = openKnowledgeDatabase(join(temporaryFolder(), 'knowledge.sqlite'))
  const store = createLocalStore(database)
  onTestFinished(async () => {
    await store.close()
    database.close()
  })
  return store
}

describeStore('the local store', async () => openStore())

test('a search is answered while a long source is put', async () => {
  const store = openStore()
  const baseId = randomUUID()
  const source = testSource(baseId, 'The red door.')
  await store.put(source)
  const long = Array.from({ length: 2000 }, (_, index) => `Door number ${index}.`).join('\n\n')
  const putting = store.put({ ...testSource(baseId, long), id: source.id })
  const query = { baseIds: [baseId], words: 'door', vectors: [], filter: {}, limit: 10 }
  expect((await store.search(query)).map(({ text }) => text)).toEqual(['The red door.'])
  await putting
  expect(await store.search(query)).toHaveLength(10)
})
