import type { CatalogueClient } from './catalogue/catalogue.ts'
import type { KnowledgeStore } from './store/knowledgeStore.ts'

/** Parley's own database, in a thread. */
export interface LocalKnowledge {
  catalogue: CatalogueClient
  store: KnowledgeStore
  close: () => Promise<void>
}
