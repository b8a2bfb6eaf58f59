import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { SearchFilter } from '../../../shared/knowledge/knowledge.ts'
import { unlessGone } from '../../providers/errors/unlessGone.ts'
import { baseKey } from '../../providers/openAiCompatible/vectorStores.ts'
import type { Provider, ServiceCall } from '../../providers/provider.ts'
import { searchFilters } from './searchFilters.ts'
import type { HostedChunk } from './findChunks.ts'

const idSchema = z.string().regex(/^[\w-]{1,200}$/)
const withId = z.object({ id: idSchema })
const count = z.number().int().nonnegative()
const seconds = z.number().int().nonnegative().nullish()

const storeSchema = withId.extend({
  status: z.enum(['expired', 'in_progress', 'completed']),
  usage_bytes: count,
  expires_at: seconds,
  metadata: z.record(z.string(), z.string()).nullish(),
})
const fileStatuses = z.enum(['in_progress', 'completed', 'cancelled', 'failed'])
const storeFileSchema = withId.extend({
  status: fileStatuses,
  usage_bytes: count,
  last_error: z.object({ code: z.string(), message: z.string() }).nullish(),
})
const uploadSchema = withId.extend({
  status: z.enum(['pending', 'completed', 'cancelled', 'expired']),
  file: withId.nullish(),
})
const uploadedFileSchema = withId.extend({ filename: z.string(), bytes: count })
const batchSchema = withId.extend({ status: fileStatuses })
const searchSchema = z.object({
  data: z.array(
    z.object({
      file_id: idSchema,
      score: z.number(),
      content: z.array(z.object({ type: z.string(), text: z.string() })),
    }),
  ),
})

export type RemoteStore = z.infer<typeof storeSchema>
export type RemoteFile = z.infer<typeof storeFileSchema>

const listLimit = '100'
/** The service's limit for a search. */
const maxQueryLength = 2000
/** Some more than one of Parley's passages, so that each is nearly whole in one of them. */
const chunking = {
  type: 'static',
  static: { max_chunk_size_tokens: 400, chunk_overlap_tokens: 100 },
} as const

/** OpenAI's files, uploads and vector stores. Errors: those of a request, malformedAnswer. */
export interface HostedApi {
  createStore: (given: { name: string; baseId: string; expiryDays: number }) => Promise<RemoteStore>
  /** Returns the vector store of a base, if there is one. */
  findStore: (baseId: string) => Promise<RemoteStore | undefined>
  /** Returns undefined if it is gone. */
  store: (storeId: string) => Promise<RemoteStore | undefined>
  changeStore: (storeId: string, change: { name?: string; expiryDays?: number }) => Promise<void>
  /** Resolves also if it is gone. */
  removeStore: (storeId: string) => Promise<void>
  /** Uploads a text in one piece. Returns the file's id. */
  uploadFile: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Begins an upload in parts. Returns its id. */
  beginUpload: (name: string, sizeBytes: number) => Promise<string>
  addPart: (uploadId: string, bytes: Uint8Array<ArrayBuffer>) => Promise<string>
  /** Makes a file of the parts. Returns its id. */
  completeUpload: (uploadId: string, partIds: readonly string[]) => Promise<string>
  cancelUpload: (uploadId: string) => Promise<void>
  /** Returns the ids of all uploaded texts by name. */
  filesByName: () => Promise<ReadonlyMap<string, string>>
  /** Resolves also if it is gone. */
  removeFile: (fileId: string) => Promise<void>
  /** Makes files searchable. Returns the batch's id. */
  attach: (
    storeId: string,
    files: readonly { fileId: string; attributes: Record<string, string | number> }[],
  ) => Promise<string>
  /** Returns undefined for a batch that is not known there. */
  batch: (storeId: string, batchId: string) => Promise<z.infer<typeof fileStatuses> | undefined>
  batchFiles: (storeId: string, batchId: string) => Promise<RemoteFile[]>
  storeFiles: (storeId: string) => Promise<RemoteFile[]>
  search: (
    storeId: string,
    query: { words: string; filter: SearchFilter; limit: number },
  ) => Promise<HostedChunk[]>
}

/** Speaks with a provider that has vector stores. Errors: notSupported for any other. */
export function createHostedApi(provider: Pick<Provider, 'call'>, signal: AbortSignal): HostedApi {
  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    call: Omit<ServiceCall, 'repeatable'> & { repeatable?: boolean },
  ): Promise<z.output<Schema>> {
    if (!provider.call) throw new AppError('notSupported', 'The provider has no vector stores')
    // GET and DELETE are safe to repeat. A POST that only reads or changes a state sets
    // `repeatable`.
    const repeatable = call.repeatable ?? call.method !== 'POST'
    const answer = schema.safeParse(await provider.call({ ...call, repeatable }, signal))
    if (answer.success) return answer.data
    throw new AppError('malformedAnswer', `The answer to ${call.path} has an unknown shape`)
  }

  async function* pages<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    query: Record<string, string>,
  ): AsyncGenerator<z.output<Schema>> {
    const page = z.object({
      data: z.array(schema),
      last_id: z.string().nullish(),
      has_more: z.boolean(),
    })
    let after: string | undefined
    for (;;) {
      const { data, last_id, has_more } = await ask(page, {
        method: 'GET',
        path,
        query: { ...query, ...(after !== undefined && { after }) },
      })
      yield* data
      if (!has_more || !last_id || last_id === after) return
      after = last_id
    }
  }

  const remove = (path: string): Promise<void> =>
    unlessGone(ask(z.unknown(), { method: 'DELETE', path })).then(() => undefined)
  const all = (path: string): Promise<RemoteFile[]> =>
    collect(pages(path, storeFileSchema, { limit: listLimit }))

  return {
    createStore: ({ name, baseId, expiryDays }) =>
      ask(storeSchema, {
        method: 'POST',
        path: '/vector_stores',
        body: { name, expires_after: expiresAfter(expiryDays), metadata: { [baseKey]: baseId } },
      }),
    async findStore(baseId) {
      const stores = pages('/vector_stores', storeSchema, { limit: listLimit })
      for await (const store of stores) if (store.metadata?.[baseKey] === baseId) return store
      return undefined
    },
    store: (storeId) =>
      unlessGone(ask(storeSchema, { method: 'GET', path: `/vector_stores/${storeId}` })),
    async changeStore(storeId, { name, expiryDays }) {
      await ask(withId, {
        method: 'POST',
        path: `/vector_stores/${storeId}`,
        body: {
          ...(name !== undefined && { name }),
          ...(expiryDays !== undefined && { expires_after: expiresAfter(expiryDays) }),
        },
        repeatable: true,
      })
    },
    removeStore: (storeId) => remove(`/vector_stores/${storeId}`),
    async uploadFile(name, bytes) {
      const form = new FormData()
      form.set('purpose', purpose)
      form.set('file', new File([bytes], name, { type: mediaType }))
      return (await ask(withId, { method: 'POST', path: '/files', body: form })).id
    },
    async beginUpload(filename, bytes) {
      const body = { filename, purpose, bytes, mime_type: mediaType }
      return (await ask(withId, { method: 'POST', path: '/uploads', body })).id
    },
    async addPart(uploadId, bytes) {
      const form = new FormData()
      form.set('data', new Blob([bytes]))
      const path = `/uploads/${uploadId}/parts`
      // A part that came twice is no part of the file: only what `complete` names is.
      return (await ask(withId, { method: 'POST', path, body: form, repeatable: true })).id
    },
    async completeUpload(uploadId, partIds) {
      const path = `/uploads/${uploadId}/complete`
      const { file } = await ask(uploadSchema, {
        method: 'POST',
        path,
        body: { part_ids: [...partIds] },
      })
      if (file) return file.id
      throw new AppError('malformedAnswer', 'The complete upload has no file')
    },
    async cancelUpload(uploadId) {
      const path = `/uploads/${uploadId}/cancel`
      await ask(z.unknown(), { method: 'POST', path, repeatable: true })
    },
    async filesByName() {
      const files = pages('/files', uploadedFileSchema, { purpose, limit: '10000' })
      return new Map((await collect(files)).map(({ filename, id }) => [filename, id]))
    },
    removeFile: (fileId) => remove(`/files/${fileId}`),
    async attach(storeId, files) {
      const { id } = await ask(withId, {
        method: 'POST',
        path: `/vector_stores/${storeId}/file_batches`,
        body: {
          files: files.map(({ fileId, attributes }) => ({
            file_id: fileId,
            attributes,
            chunking_strategy: chunking,
          })),
        },
        // A file is in a vector store once, however often it is added.
        repeatable: true,
      })
      return id
    },
    async batch(storeId, batchId) {
      const path = `/vector_stores/${storeId}/file_batches/${batchId}`
      return (await unlessGone(ask(batchSchema, { method: 'GET', path })))?.status
    },
    batchFiles: (storeId, batchId) =>
      all(`/vector_stores/${storeId}/file_batches/${batchId}/files`),
    storeFiles: (storeId) => all(`/vector_stores/${storeId}/files`),
    async search(storeId, { words, filter, limit }) {
      const filters = searchFilters(filter)
      const { data } = await ask(searchSchema, {
        method: 'POST',
        path: `/vector_stores/${storeId}/search`,
        body: {
          query: words.slice(0, maxQueryLength).toWellFormed(),
          max_num_results: limit,
          ...(filters && { filters }),
        },
        repeatable: true,
      })
      return data.map(({ file_id: fileId, score: similarity, content }) => ({
        ...{ fileId, similarity },
        text: content.map(({ text }) => text).join('\n'),
      }))
    },
  }
}

const purpose = 'assistants'
const mediaType = 'text/plain'

function expiresAfter(days: number) {
  return { anchor: 'last_active_at', days }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
