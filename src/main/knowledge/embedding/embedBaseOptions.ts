import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import type { Embedder } from './embedder.ts'

/** Parts that embedding a base needs. */
export interface EmbedBaseOptions {
  catalogue: CatalogueClient
  store: KnowledgeStore
  embedder: Embedder
  onChanged: () => void
  signal: AbortSignal
}
