import { AppError, toWire, type ErrorCode } from '../../../shared/errors.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import { attributesOf } from './searchFilters.ts'
import type { HostedApi, RemoteFile } from './hostedApi.ts'
import type { HostedClient } from './hostedClient.ts'
import type { HostedFile, HostedStore } from './hostedRecord.ts'
import { eachAtOnce } from './eachAtOnce.ts'
import { fileKey, removeLeft, storeKey } from './removeLeft.ts'
import { untilIndexed } from './untilIndexed.ts'
import { uploadText } from './uploadText.ts'

export interface SyncHostedOptions {
  api: HostedApi
  table: HostedClient
  catalogue: Pick<CatalogueClient, 'source'>
  store: Pick<KnowledgeStore, 'text'>
  /** Objects being created now, by `fileKey` and `storeKey`: their ids are not known yet. */
  begun: Set<string>
  /** Waits between two looks at a batch. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  onChanged: () => void
  signal: AbortSignal
}

const uploadsAtOnce = 5
const filesPerBatch = 100
/** Few at a time: their texts are read in a thread that answers searches. */
const filesPerStep = 4

/** Refusals that concern one file. */
const ownCodes: readonly ErrorCode[] = [
  'badRequest',
  'unprocessable',
  'contextTooLong',
  'contentFiltered',
  'sourceMissing',
]

/**
 * Brings the vector store of a base up to date: uploads the texts that the user approved, waits
 * until they are searchable, and deletes what they replace. `untilRead` resolves to false once no
 * more sources will come, and to true when some have. A file that the service refuses gets its
 * reason, and the rest goes on. Errors: those of a request, timeout, aborted.
 */
export async function syncHosted(
  baseId: string,
  untilRead: () => Promise<boolean>,
  options: SyncHostedOptions,
): Promise<void> {
  const { table, begun, onChanged } = options
  let remote: string | undefined
  let named: Promise<ReadonlyMap<string, string>> | undefined
  const filesByName = (): Promise<ReadonlyMap<string, string>> =>
    (named ??= options.api.filesByName())
  const clean = (): Promise<void> =>
    removeLeft({ table, begun, filesByName, apiOf: async () => options.api }, baseId)
  for (let isReading = true; ;) {
    const isSettled = await table.settleSources(baseId)
    // Told only if something has changed: who waits for sources looks again each time.
    if ((await addFiles(baseId, table)) || isSettled) onChanged()
    const files = await table.newFiles(baseId, filesPerBatch)
    let isBusy = false
    if (files.length > 0) {
      remote ??= await openStore(baseId, options)
      if (remote === undefined) break
      await upload(files, filesByName, options)
      isBusy = await indexFiles(baseId, remote, options)
      await clean()
    }
    if (isBusy) {
      onChanged()
      continue
    }
    if (!isReading) break
    isReading = await untilRead()
  }
  await clean()
  await readUsage(baseId, options)
  await table.settleSources(baseId)
}

/** Records what is to be uploaded next. Returns whether there was anything. */
async function addFiles(baseId: string, table: HostedClient): Promise<boolean> {
  let steps = 0
  while (steps * filesPerStep < filesPerBatch && (await table.addFiles(baseId, filesPerStep))) {
    steps += 1
  }
  return steps > 0
}

/** Returns the vector store's id, and creates it if it is missing; undefined if it has expired. */
async function openStore(baseId: string, options: SyncHostedOptions): Promise<string | undefined> {
  const { api, table, begun } = options
  const known = await table.hostedStore(baseId)
  if (!known || known.isLeaving || known.isExpired) return undefined
  if (known.storeId !== null) {
    const found = await api.store(known.storeId)
    if (found && found.status !== 'expired') return found.id
    await table.changeHostedStore(baseId, { isExpired: true })
    return undefined
  }
  begun.add(storeKey(known))
  try {
    return await createStore(known, options)
  } finally {
    begun.delete(storeKey(known))
  }
}

async function createStore(
  { baseId, name, expiryDays, isAsked }: HostedStore,
  { api, table }: SyncHostedOptions,
): Promise<string> {
  const lost = isAsked ? await api.findStore(baseId) : undefined
  await table.changeHostedStore(baseId, { isAsked: true })
  const store = lost ?? (await api.createStore({ name, baseId, expiryDays }))
  await table.changeHostedStore(baseId, { storeId: store.id })
  return store.id
}

/** Uploads texts, some at a time. Rejects with the first failure that concerns them all. */
async function upload(
  files: readonly HostedFile[],
  filesByName: () => Promise<ReadonlyMap<string, string>>,
  options: SyncHostedOptions,
): Promise<void> {
  const { api, table, signal, store, begun } = options
  const read = async (sourceId: string): Promise<string> => {
    const { length } = await store.text(sourceId, 0, 0)
    return (await store.text(sourceId, 0, length)).text
  }
  await eachAtOnce(files, uploadsAtOnce, async (file) => {
    if (signal.aborted) throw new AppError('aborted', 'The upload was stopped')
    begun.add(fileKey(file))
    try {
      await uploadText(file, { api, table, read, filesByName, signal })
    } catch (error) {
      if (!isOwn(error)) throw error
      await table.settleFile(file.number, toWire(error))
    } finally {
      begun.delete(fileKey(file))
    }
  })
}

function isOwn(error: unknown): error is AppError {
  return error instanceof AppError && ownCodes.includes(error.code)
}

/** Makes uploaded files searchable, and settles each. Returns whether there were any. */
async function indexFiles(
  baseId: string,
  storeId: string,
  options: SyncHostedOptions,
): Promise<boolean> {
  const { api, table, wait, signal } = options
  const uploaded = (await table.newFiles(baseId, filesPerBatch)).filter(
    ({ fileId }) => fileId !== null,
  )
  for (const [batchId, files] of await begunBatches(baseId, storeId, uploaded, options)) {
    const isKnown = await untilIndexed({ api, storeId, batchId, wait, signal })
    if (isKnown) await settle(files, await api.batchFiles(storeId, batchId), table)
    // An earlier vector store's: the next round begins another.
    else for (const { number } of files) await table.changeFile(number, { batchId: null })
  }
  return uploaded.length > 0
}

/** Adds uploaded files to the vector store. Returns all files by the batches they are in. */
async function begunBatches(
  baseId: string,
  storeId: string,
  uploaded: readonly HostedFile[],
  { api, table, catalogue }: SyncHostedOptions,
): Promise<Map<string, HostedFile[]>> {
  const batches = Map.groupBy(
    uploaded.filter(({ batchId }) => batchId !== null),
    ({ batchId }) => batchId ?? '',
  )
  const loose = uploaded.filter(({ batchId }) => batchId === null)
  if (loose.length === 0) return batches
  const attached = await Promise.all(
    loose.map(async ({ fileId, sourceId }) => ({
      fileId: fileId ?? '',
      attributes: await catalogue.source(baseId, sourceId).then(attributesOf, () => ({})),
    })),
  )
  const batchId = await api.attach(storeId, attached)
  for (const { number } of loose) await table.changeFile(number, { batchId })
  return batches.set(batchId, loose)
}

/** Settles the files of a finished batch, each as the service says. */
async function settle(
  files: readonly HostedFile[],
  remotes: readonly RemoteFile[],
  table: HostedClient,
): Promise<void> {
  const found = new Map(remotes.map((remote) => [remote.id, remote]))
  for (const { number, fileId, name } of files) {
    const remote = found.get(fileId ?? '')
    const isDone = remote?.status === 'completed'
    await table.settleFile(number, isDone ? null : refusal(remote, name))
  }
}

function refusal(remote: RemoteFile | undefined, subject: string) {
  const said = remote?.last_error
  const code = said && said.code !== 'server_error' ? 'unprocessable' : 'serverError'
  const answer = said?.message.slice(0, 2000)
  return toWire(new AppError(code, 'The service could not index the text', { subject, answer }))
}

/** Records what the vector store takes and when it expires, if the service answers. */
async function readUsage(baseId: string, { api, table, signal }: SyncHostedOptions): Promise<void> {
  const known = await table.hostedStore(baseId)
  if (!known || known.storeId === null) return
  try {
    await table.changeHostedStore(baseId, usageOf(await api.store(known.storeId)))
  } catch (error) {
    // The sync itself is done, so a failure here does not matter.
    if (signal.aborted) throw error
  }
}

/** Returns what a vector store is now; undefined if the service knows it no longer. */
export function usageOf(
  store: Awaited<ReturnType<HostedApi['store']>>,
): Partial<Pick<HostedStore, 'isExpired' | 'usageBytes' | 'expiresAt'>> {
  if (!store || store.status === 'expired') return { isExpired: true, usageBytes: 0 }
  const { usage_bytes: usageBytes, expires_at: seconds } = store
  return { usageBytes, isExpired: false, expiresAt: seconds ? seconds * 1000 : null }
}
