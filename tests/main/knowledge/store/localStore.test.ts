import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createLocalStore } from '../../../../src/main/knowledge/store/localStore.ts'
import { openKnowledgeDatabase } from '../../../../src/main/knowledge/store/openKnowledgeDatabase.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { describeStore } from './storeContract.ts'

describeStore('the local store', async () => {
  const database = openKnowledgeDatabase(join(temporaryFolder(), 'knowledge.sqlite'))
  const store = createLocalStore(database)
  onTestFinished(async () => {
    await store.close()
    database.close()
  })
  return store
})
