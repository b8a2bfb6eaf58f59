import { AppError, toWire } from '../../../shared/errors.ts'
import { eachAtOnce } from './eachAtOnce.ts'
import type { HostedApi } from './hostedApi.ts'
import type { HostedClient } from './hostedClient.ts'
import type { HostedFile, HostedStore } from './hostedRecord.ts'

const filesAtOnce = 5

export interface RemoveLeftOptions {
  table: HostedClient
  /** Keys of objects being created now. Each is deleted once its id is known. */
  begun: ReadonlySet<string>
  /** Returns the service that a base is at. Errors: providerMissing, keyMissing … */
  apiOf: (store: HostedStore) => Promise<HostedApi>
  /** Returns the ids of texts at the service by name, if they were asked for already. */
  filesByName?: () => Promise<ReadonlyMap<string, string>>
}

/**
 * Deletes at services what is to be deleted, of one base or of all. What can't be deleted now keeps
 * its row, with the reason, and is tried again later.
 */
export async function removeLeft(options: RemoveLeftOptions, baseId?: string): Promise<void> {
  const { table, begun } = options
  const isMeant = (row: { baseId: string }): boolean =>
    baseId === undefined || row.baseId === baseId
  const left = await table.leaving()
  const stores = left.stores.filter((store) => isMeant(store) && !begun.has(storeKey(store)))
  const files = left.files.filter((file) => isMeant(file) && !begun.has(fileKey(file)))
  const known = new Map((await table.hostedStores()).map((store) => [store.baseId, store]))
  const named = new Map<string, () => Promise<ReadonlyMap<string, string>>>()
  // The store first: without it the files cost nothing.
  for (const store of stores) await removeStore(store, options)
  await eachAtOnce(files, filesAtOnce, async (file) => {
    const store = known.get(file.baseId)
    if (store) await removeFile(file, store, { ...options, filesByName: namesOf(store) })
  })
  for (const store of stores) await forgetStore(store, table)

  function namesOf(store: HostedStore): () => Promise<ReadonlyMap<string, string>> {
    if (options.filesByName && store.baseId === baseId) return options.filesByName
    let asked: Promise<ReadonlyMap<string, string>> | undefined
    const names =
      named.get(store.providerId) ??
      (() => (asked ??= options.apiOf(store).then((api) => api.filesByName())))
    named.set(store.providerId, names)
    return names
  }
}

async function removeStore(store: HostedStore, options: RemoveLeftOptions): Promise<void> {
  const { table, apiOf } = options
  const { baseId } = store
  if (!store.isAsked && store.storeId === null) return
  try {
    const api = await apiOf(store)
    const id = store.storeId ?? (await api.findStore(baseId))?.id
    if (id !== undefined) await api.removeStore(id)
    await table.changeHostedStore(baseId, { storeId: null, isAsked: false, error: null })
  } catch (error) {
    await table.changeHostedStore(baseId, { error: toWire(error) })
  }
}

async function removeFile(
  file: HostedFile,
  store: HostedStore,
  { table, apiOf, filesByName }: Required<RemoveLeftOptions>,
): Promise<void> {
  const { number, name, uploadId, isAsked } = file
  try {
    if (isAsked) {
      const api = await apiOf(store)
      const id = file.fileId ?? (await filesByName()).get(name)
      if (id !== undefined) await api.removeFile(id)
      // An upload that is not complete expires within an hour by itself.
      else if (uploadId !== null) await api.cancelUpload(uploadId).catch(() => undefined)
    }
    await table.forgetFile(number)
  } catch (error) {
    await table.changeFile(number, { error: toWire(error) })
    if (error instanceof AppError && error.code === 'aborted') throw error
  }
}

/** Forgets a store that is gone with all its files. */
async function forgetStore({ baseId }: HostedStore, table: HostedClient): Promise<void> {
  const store = await table.hostedStore(baseId)
  if (store?.storeId !== null || store.isAsked) return
  if ((await table.files(baseId)).length === 0) await table.forgetHostedStore(baseId)
}

export function fileKey({ number }: Pick<HostedFile, 'number'>): string {
  return `file ${String(number)}`
}

export function storeKey({ baseId }: Pick<HostedStore, 'baseId'>): string {
  return `store ${baseId}`
}
