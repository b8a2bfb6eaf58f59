import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { describeCompounds } from './compoundContract.ts'
import { testSource } from './testSource.ts'

const baseId = '11111111-1111-4111-8111-111111111111'
function openStore(path = join(temporaryFolder(), 'knowledge.sqlite')) {
  const database = openKnowledgeDatabase(path)
  const store = createLocalStore(database)
  onTestFinished(async () => {
    await store.close()
    database.close()
  })
  const found = async (words: string): Promise<string[]> => {
    const hits = await store.search({ baseIds: [baseId], words, vectors: [], filter: {}, limit: 5 })
    return hits.map(({ text }) => text)
  }
  return { database, store, found }
}

describeCompounds('the store of this computer', async () => openStore().store)

test('sources of an earlier version get the ends of their words at the next start', async () => {
  const path = join(temporaryFolder(), 'knowledge.sqlite')
  const before = openStore(path)
  await before.store.put(testSource(baseId, 'Wir haben den Hauptschlüssel in der Küche gefunden.'))
  before.database.run('DELETE FROM word_end')
  before.database.run('UPDATE indexed_source SET has_word_ends = 0')
  const after = openStore(path)
  await expect.poll(() => after.found('Schlüssel')).toHaveLength(1)
})
