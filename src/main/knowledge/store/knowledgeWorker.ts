import { dirname } from 'node:path'
import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { serveCalls } from '../../workers/serveCalls.ts'
import type { OpenServices } from '../../workers/serveCalls.ts'
import { createCatalogue } from '../catalogue/catalogue.ts'
import { createHostedTable } from '../hosted/hostedTable.ts'
import { keptFolder } from '../keptFiles.ts'
import { createTransfer, removeStrangers } from '../transfer/transfer.ts'
import type { KnowledgeServices } from './knowledgeClient.ts'
import { createLocalStore } from './localStore.ts'
import { openHealthy } from './openHealthy.ts'

// The thread that owns knowledge.sqlite: every read and write of it happens here.
const { path } = z.object({ path: z.string() }).parse(workerData)

serveCalls({
  async open(): Promise<OpenServices> {
    const database = await openHealthy(path)
    const store = createLocalStore(database)
    const catalogue = createCatalogue(database)
    const transfer = createTransfer(catalogue, store, keptFolder(dirname(path)))
    // In the store's queue it comes before every change that is asked for.
    removeStrangers(catalogue, store).catch(() => undefined)
    return {
      services: {
        ...{ store, catalogue, transfer },
        hosted: createHostedTable(database),
      } satisfies KnowledgeServices,
      async close() {
        await transfer.close()
        await store.close()
        database.close()
      },
    }
  },
  urgent: new Set(['store.search', 'store.neighbours', 'store.text', 'store.lines']),
})
