import { z } from 'zod'
import { count, flag, text } from '../answer/answerFields.ts'
import type { RemoteFiles, ServiceCall } from '../provider.ts'
import { createRemoteFiles, remoteIdSchema, sizeSchema } from '../remoteFiles.ts'
import { nextAfter } from './nextAfter.ts'
import { secondsSince1970 } from './remoteFiles.ts'

/** The key of a vector store's metadata that says which base it is of. */
export const baseKey = 'parley_base'

const storeSchema = z
  .object({
    id: remoteIdSchema,
    name: text,
    usage_bytes: sizeSchema,
    status: z.enum(['in_progress', 'completed', 'expired']).nullish().catch(null),
    file_counts: z.object({ total: count }).nullish().catch(null),
    created_at: secondsSince1970,
    last_active_at: secondsSince1970,
    expires_at: secondsSince1970,
    metadata: z.record(z.string(), z.string()).nullish().catch(null),
  })
  .transform((store) => ({
    id: store.id,
    name: store.name || store.id,
    sizeBytes: store.usage_bytes ?? null,
    purpose: null,
    createdAt: store.created_at ?? null,
    expiresAt: store.expires_at ?? null,
    store: {
      state: store.status ?? null,
      files: store.file_counts?.total ?? null,
      lastActiveAt: store.last_active_at ?? null,
      baseId: store.metadata?.[baseKey] ?? null,
    },
  }))

const pageSchema = z
  .object({ data: z.array(storeSchema), has_more: flag, last_id: text })
  .transform((page) => ({ files: page.data, next: nextAfter(page) }))

/**
 * Lists and deletes the vector stores of a key's project; their files stay. Source: /vector_stores
 * of OpenAI's API description.
 */
export function createOpenAiVectorStores(
  call: (given: ServiceCall, signal: AbortSignal) => Promise<unknown>,
): RemoteFiles {
  return createRemoteFiles({
    pageSchema,
    askPage(after, signal) {
      const query = { limit: '100', order: 'desc', ...(after !== null && { after }) }
      return call({ method: 'GET', path: '/vector_stores', query, repeatable: true }, signal)
    },
    askRemoval(id, signal) {
      const path = `/vector_stores/${encodeURIComponent(id)}`
      return call({ method: 'DELETE', path, repeatable: true }, signal)
    },
  })
}
