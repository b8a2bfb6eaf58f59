import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { serveCalls } from '../../workers/serveCalls.ts'
import type { OpenServices } from '../../workers/serveCalls.ts'
import { createCatalogue } from '../catalogue/catalogue.ts'
import type { KnowledgeServices } from './knowledgeClient.ts'
import { createLocalStore } from './localStore.ts'
import { openHealthy } from './openHealthy.ts'

// The thread that owns knowledge.sqlite: every read and write of it happens here.
const { path } = z.object({ path: z.string() }).parse(workerData)

serveCalls({
  async open(): Promise<OpenServices> {
    const database = await openHealthy(path)
    const store = createLocalStore(database)
    return {
      services: { store, catalogue: createCatalogue(database) } satisfies KnowledgeServices,
      async close() {
        await store.close()
        database.close()
      },
    }
  },
  urgent: new Set(['store.search', 'store.neighbours', 'store.text', 'store.lines']),
})
