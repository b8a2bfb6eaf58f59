import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import type { Embedder } from './embedder.ts'

/** What the embedding of a base works with. */
export interface EmbedBaseOptions {
  catalogue: CatalogueClient
  store: KnowledgeStore
  embedder: Embedder
  onChanged: () => void
  signal: AbortSignal
}
