import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { sendJson, startFakeServer, type FakeServer, type SeenRequest } from './fakeServer.ts'
import { loadOpenAiSpec } from './openAiSpec.ts'
import { parseForm } from './parseForm.ts'

interface FakeFile {
  id: string
  name: string
  text: string
}

interface FakeStore {
  id: string
  name: string
  metadata: Record<string, string>
  expiryDays: number
  status: 'completed' | 'expired'
  /** By the file's id. */
  files: Map<string, { attributes: Record<string, string | number>; failure?: string }>
}

/** Failure of the next matching requests. */
export interface Fault {
  /** The start of `METHOD /path`, without `/v1`. */
  at: string
  /** `cutAfter` does the work and cuts the connection before the answer. */
  how: { status: number; retryAfterSeconds?: number; message?: string } | 'cutBefore' | 'cutAfter'
  /** 1 by default. */
  times?: number
  /** Number of matching requests that succeed before. */
  skip?: number
}

export interface FakeVectorStores extends FakeServer {
  baseUrl: string
  files: Map<string, FakeFile>
  stores: Map<string, FakeStore>
  /** Every upload that became a file, by its name. */
  uploaded: string[]
  /** Violations of the published API description. */
  violations: string[]
  fail: (fault: Fault) => void
  /** Ends all faults. */
  heal: () => void
  /** Refuses to index texts that contain this. */
  refuseText: (part: string) => void
  /** Number of times that a batch is reported as in progress. */
  delayBatches: (looks: number) => void
  /** Lets the first uploads wait until so many are under way. */
  holdUploads: (count: number) => void
  /** Resolves once so many uploads are under way. */
  untilUploads: (count: number) => Promise<void>
  /** The most uploads that were under way at once. */
  mostAtOnce: () => number
  expire: () => void
  setKey: (key: string | null) => void
  routes: (request: SeenRequest, response: ServerResponse) => Promise<boolean>
}

const chunkLength = 1600

/** Starts OpenAI's files, uploads, vector stores, file batches and search, over word overlap. */
export async function startFakeVectorStores(): Promise<FakeVectorStores> {
  const fake = createFakeVectorStores()
  const server = await startFakeServer(async (seen, response) => {
    if (!(await fake.routes(seen, response))) sendJson(response, 404, { error: {} })
  })
  return { ...fake, ...server, baseUrl: `${server.origin}/v1` }
}

/** Creates the routes, which another fake may serve. */
export function createFakeVectorStores(): Omit<FakeVectorStores, keyof FakeServer | 'baseUrl'> {
  const validate = loadOpenAiSpec()
  const violations: string[] = []
  const files = new Map<string, FakeFile>()
  const stores = new Map<string, FakeStore>()
  const uploads = new Map<string, { name: string; bytes: number; parts: Map<string, Buffer> }>()
  const batches = new Map<string, { storeId: string; files: string[]; looks: number }>()
  const uploaded: string[] = []
  const faults: Required<Fault>[] = []
  let refused: string | undefined
  let looks = 0
  let lastId = 0
  let underWay = 0
  let most = 0
  let held = Promise.withResolvers<void>()
  let heldCount = 0
  let key: string | null = null

  const newId = (prefix: string): string => `${prefix}-${String((lastId += 1))}`
  const check = (schema: string, body: unknown): void => {
    violations.push(...validate(schema, body))
  }

  function addFile(name: string, text: string): FakeFile {
    const file = { id: newId('file'), name, text }
    files.set(file.id, file)
    uploaded.push(name)
    return file
  }

  const describeFile = ({ id, name, text }: FakeFile) => ({
    ...{ id, object: 'file', bytes: Buffer.byteLength(text), created_at: 1, filename: name },
    ...{ purpose: 'assistants', status: 'processed' },
  })
  const describeStore = (store: FakeStore) => ({
    ...{ id: store.id, object: 'vector_store', created_at: 1, name: store.name },
    usage_bytes: [...store.files.keys()].reduce(
      (sum, id) => sum + Buffer.byteLength(files.get(id)?.text ?? ''),
      0,
    ),
    file_counts: {
      ...{ in_progress: 0, completed: store.files.size, failed: 0, cancelled: 0 },
      total: store.files.size,
    },
    ...{ status: store.status, last_active_at: 2, metadata: store.metadata },
    expires_at: 1_800_000_000 + store.expiryDays * 86_400,
  })
  const describeStoreFile = (store: FakeStore, id: string) => {
    const failure = store.files.get(id)?.failure
    return {
      ...{ id, object: 'vector_store.file', created_at: 1, vector_store_id: store.id },
      usage_bytes: Buffer.byteLength(files.get(id)?.text ?? ''),
      status: failure === undefined ? 'completed' : 'failed',
      last_error: failure === undefined ? null : { code: 'invalid_file', message: failure },
    }
  }

  function perform(seen: SeenRequest): { status: number; body: unknown } | undefined {
    const [, , kind = '', id = '', part = '', partId = '', last = ''] = seen.path.split('/')
    const found = (body: unknown) => ({ status: 200, body })
    const missing = { status: 404, body: { error: { message: `No such object: ${id}` } } }
    const route = `${seen.method} /${[kind, id && ':id', part, partId && ':id', last].filter(Boolean).join('/')}`
    const store = stores.get(id)
    switch (route) {
      case 'POST /files': {
        const form = parseForm(seen)
        check('CreateFileRequest', { purpose: form.get('purpose')?.text, file: 'bytes' })
        const file = form.get('file')
        return found(describeFile(addFile(file?.name ?? '', file?.text ?? '')))
      }
      case 'GET /files':
        return found(listOf([...files.values()].map(describeFile), seen))
      case 'DELETE /files/:id':
        if (!files.delete(id)) return missing
        for (const one of stores.values()) one.files.delete(id)
        return found({ id, object: 'file', deleted: true })
      case 'POST /uploads': {
        check('CreateUploadRequest', seen.body)
        const given = z.object({ filename: z.string(), bytes: z.number() }).parse(seen.body)
        const uploadId = newId('upload')
        uploads.set(uploadId, { name: given.filename, bytes: given.bytes, parts: new Map() })
        return found(describeUpload(uploadId, given.filename, given.bytes))
      }
      case 'POST /uploads/:id/parts': {
        const upload = uploads.get(id)
        if (!upload) return missing
        const newPart = newId('part')
        upload.parts.set(newPart, Buffer.from(parseForm(seen).get('data')?.text ?? ''))
        return found({ id: newPart, object: 'upload.part', created_at: 1, upload_id: id })
      }
      case 'POST /uploads/:id/complete': {
        check('CompleteUploadRequest', seen.body)
        const upload = uploads.get(id)
        if (!upload) return missing
        const { part_ids } = z.object({ part_ids: z.array(z.string()) }).parse(seen.body)
        const text = Buffer.concat(part_ids.map((one) => upload.parts.get(one) ?? Buffer.alloc(0)))
        if (text.byteLength !== upload.bytes) {
          return { status: 400, body: { error: { message: 'The bytes do not match' } } }
        }
        uploads.delete(id)
        const file = describeFile(addFile(upload.name, text.toString()))
        return found({
          ...describeUpload(id, upload.name, upload.bytes),
          status: 'completed',
          file,
        })
      }
      case 'POST /uploads/:id/cancel':
        uploads.delete(id)
        return found(describeUpload(id, '', 0))
      case 'POST /vector_stores': {
        check('CreateVectorStoreRequest', seen.body)
        const { name, metadata, expires_after } = storeRequest.parse(seen.body)
        const made: FakeStore = {
          ...{ id: newId('vs'), name: name ?? '', metadata: metadata ?? {}, status: 'completed' },
          ...{ expiryDays: expires_after?.days ?? 0, files: new Map() },
        }
        stores.set(made.id, made)
        return found(describeStore(made))
      }
      case 'GET /vector_stores':
        return found(listOf([...stores.values()].map(describeStore), seen))
      case 'GET /vector_stores/:id':
        return store ? found(describeStore(store)) : missing
      case 'POST /vector_stores/:id': {
        check('UpdateVectorStoreRequest', seen.body)
        if (!store) return missing
        const { name, expires_after } = storeRequest.parse(seen.body)
        store.name = name ?? store.name
        store.expiryDays = expires_after?.days ?? store.expiryDays
        return found(describeStore(store))
      }
      case 'DELETE /vector_stores/:id':
        return stores.delete(id)
          ? found({ id, object: 'vector_store.deleted', deleted: true })
          : missing
      case 'GET /vector_stores/:id/files':
        if (!store) return missing
        return found(
          listOf(
            [...store.files.keys()].map((one) => describeStoreFile(store, one)),
            seen,
          ),
        )
      case 'POST /vector_stores/:id/file_batches': {
        check('CreateVectorStoreFileBatchRequest', seen.body)
        if (store?.status !== 'completed') return missing
        const { files: added } = batchRequest.parse(seen.body)
        for (const { file_id, attributes } of added) {
          const text = files.get(file_id)?.text
          const isRefused = text === undefined || (refused !== undefined && text.includes(refused))
          store.files.set(file_id, { attributes, ...(isRefused && { failure: 'No text in it' }) })
        }
        const batchId = newId('vsfb')
        batches.set(batchId, { storeId: id, files: added.map(({ file_id }) => file_id), looks })
        return found(describeBatch(batchId, id, 'in_progress', added.length))
      }
      case 'GET /vector_stores/:id/file_batches/:id': {
        const batch = batches.get(partId)
        if (batch?.storeId !== id) return missing
        batch.looks -= 1
        const status = batch.looks >= 0 ? 'in_progress' : 'completed'
        return found(describeBatch(partId, id, status, batch.files.length))
      }
      case 'GET /vector_stores/:id/file_batches/:id/files': {
        const batch = batches.get(partId)
        if (!batch || !store) return missing
        return found(
          listOf(
            batch.files.map((one) => describeStoreFile(store, one)),
            seen,
          ),
        )
      }
      case 'POST /vector_stores/:id/search': {
        check('VectorStoreSearchRequest', seen.body)
        if (store?.status !== 'completed') return missing
        const { query, max_num_results } = searchRequest.parse(seen.body)
        const data = [...store.files]
          .filter(([, { failure }]) => failure === undefined)
          .flatMap(([fileId]) => chunksOf(files.get(fileId), query))
          .toSorted((one, other) => other.score - one.score)
          .slice(0, max_num_results)
        return found({
          ...{ object: 'vector_store.search_results.page', search_query: [query], data },
          ...{ has_more: false, next_page: null },
        })
      }
      default:
        return undefined
    }
  }

  return {
    ...{ files, stores, uploaded, violations },
    fail: (fault) => void faults.push({ times: 1, skip: 0, ...fault }),
    heal: () => void faults.splice(0),
    refuseText: (text) => void (refused = text),
    holdUploads(count) {
      heldCount = count
      held.resolve()
      if (count > 0) held = Promise.withResolvers()
    },
    async untilUploads(count) {
      while (underWay < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    delayBatches: (count) => void (looks = count),
    mostAtOnce: () => most,
    expire: () => {
      for (const store of stores.values()) store.status = 'expired'
    },
    setKey: (given) => void (key = given),
    async routes(seen, response) {
      if (key !== null && seen.headers.authorization !== `Bearer ${key}`) {
        sendJson(response, 401, { error: { message: 'Incorrect API key provided' } })
        return true
      }
      const at = `${seen.method} ${seen.path.replace(/^\/v1/, '')}`
      const fault = faults.find(({ at: start, times }) => times > 0 && at.startsWith(start))
      if (fault && fault.skip > 0) fault.skip -= 1
      else if (fault) {
        fault.times -= 1
        if (fault.how === 'cutAfter') perform(seen)
        if (typeof fault.how === 'string') response.socket?.resetAndDestroy()
        else refuse(response, fault.how)
        return true
      }
      if (at === 'POST /files') {
        underWay += 1
        most = Math.max(most, underWay)
        if (underWay >= heldCount) held.resolve()
        await held.promise
        underWay -= 1
      }
      const answer = perform(seen)
      if (answer) sendJson(response, answer.status, answer.body)
      return answer !== undefined
    },
  }
}

const storeRequest = z.object({
  name: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  expires_after: z.object({ days: z.number() }).optional(),
})
const batchRequest = z.object({
  files: z.array(
    z.object({
      file_id: z.string(),
      attributes: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
})
const searchRequest = z.object({ query: z.string(), max_num_results: z.number() })

function refuse(
  response: ServerResponse,
  { status, retryAfterSeconds, message }: Exclude<Fault['how'], string>,
): void {
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds))
  sendJson(response, status, { error: { message: message ?? 'Refused', type: 'test' } })
}

function describeUpload(id: string, filename: string, bytes: number) {
  return {
    ...{ id, object: 'upload', created_at: 1, filename, bytes, purpose: 'assistants' },
    ...{ status: 'pending', expires_at: 3601 },
  }
}

function describeBatch(id: string, storeId: string, status: string, total: number) {
  return {
    ...{ id, object: 'vector_store.files_batch', created_at: 1, vector_store_id: storeId, status },
    file_counts: { in_progress: 0, completed: total, failed: 0, cancelled: 0, total },
  }
}

/** Returns a page of at most ten, so that pages are read. */
function listOf(all: readonly { id: string }[], { query }: SeenRequest) {
  const after = query.get('after')
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1
  const data = all.slice(start, start + 10)
  const ids = { first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null }
  return { object: 'list', data, ...ids, has_more: start + 10 < all.length }
}

/** Cuts a text into chunks, and keeps those that share a word of four letters with the question. */
function chunksOf(file: FakeFile | undefined, query: string) {
  if (!file) return []
  const asked = wordsOf(query)
  const chunks: { text: string; score: number }[] = []
  for (let start = 0; start < file.text.length; start += chunkLength) {
    const text = file.text.slice(start, start + chunkLength)
    const own = wordsOf(text)
    const shared = [...asked].filter((word) => own.has(word)).length
    if (shared > 0) chunks.push({ text, score: shared / asked.size })
  }
  return chunks.map(({ text, score }) => ({
    ...{ file_id: file.id, filename: file.name, score, attributes: {} },
    content: [{ type: 'text', text: text.trim() }],
  }))
}

/** The first four letters stand for a word's meaning. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []
  return new Set(words.map((word) => word.slice(0, 4)))
}
