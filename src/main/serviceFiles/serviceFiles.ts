import { AppError, toWire, type WireError } from '../../shared/errors.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { ServiceFile, serviceFiles as feature } from '../../shared/serviceFiles.ts'
import type { AskConsent } from '../consent.ts'
import { mapConcurrently } from '../providers/local/mapConcurrently.ts'
import type { KeyedClient } from '../providers/keys/keyed.ts'
import type { RecordedFile, RemoteFile, RemoteFiles } from '../providers/provider.ts'
import {
  createDescriber,
  describeRecorded,
  type BaseFile,
  type BaseStore,
} from './describeFiles.ts'
import type { UploadTable } from './uploadTable.ts'

export interface ServiceFilesOptions {
  eachKey: (providerId: string) => Promise<KeyedClient[]>
  uploads: () => UploadTable
  /** Returns the ids of stored files that anything refers to; null if they are unknown. */
  usedFiles: () => ReadonlySet<string> | null
  baseFiles: (providerId: string) => Promise<BaseFile[]>
  baseStores: (providerId: string) => Promise<BaseStore[]>
  /** Returns the ids under which the inputs of batches are noted that have not ended. */
  batchInputs: () => ReadonlySet<string>
  /** Returns the files at a service without a list; null for any other provider. */
  recordedFiles: (providerId: string) => Promise<readonly RecordedFile[] | null>
  nameOf: (providerId: string) => string
  /** Asks the user in main's own dialog. */
  consent: AskConsent
}

/** The files in the account of one key. */
interface Account {
  keyNumber: number
  secretId: string
  files: readonly RemoteFile[]
  isCut: boolean
  /** Undefined if they could not be listed. */
  stores: { files: readonly RemoteFile[]; isCut: boolean } | undefined
}

const listMilliseconds = 60_000
const removeMilliseconds = 30_000
/** After this time an upload is not on its way any more. */
const uploadMilliseconds = 60 * 60_000
const removedAtOnce = 5
/** Files that the question names. */
const namedFiles = 8
const own: ReadonlySet<ServiceFile['neededBy']> = new Set(['chat', 'nothing'])
/** Statuses of services that have no such address. */
const withoutFiles: ReadonlySet<number | undefined> = new Set([404, 405, 501])

export function createServiceFiles({
  eachKey,
  uploads,
  usedFiles,
  baseFiles,
  baseStores,
  batchInputs,
  recordedFiles,
  nameOf,
  consent,
}: ServiceFilesOptions): Pick<FeatureHandlers<typeof feature>, 'list' | 'remove'> {
  /** The last list of each provider, by the files' ids. */
  const listed = new Map<string, ReadonlyMap<string, ServiceFile>>()

  async function listAccounts(providerId: string) {
    const signal = AbortSignal.timeout(listMilliseconds)
    const clients = await eachKey(providerId)
    const accounts: Account[] = []
    const failures: { keyNumber: number; error: WireError }[] = []
    await Promise.all(
      clients.map(async (client) => {
        const { number: keyNumber, secretId } = client
        const [files, stores] = await Promise.allSettled([
          listFiles(client, signal),
          listStores(client, signal),
        ])
        // One failure for each key: without its files the key has failed as a whole.
        const failed = [files, stores].find(({ status }) => status === 'rejected')
        if (failed?.status === 'rejected') {
          failures.push({ keyNumber, error: toWire(asMissing(failed.reason)) })
        }
        if (files.status === 'rejected') return
        accounts.push({
          ...{ keyNumber, secretId, ...files.value },
          stores: stores.status === 'fulfilled' ? stores.value : undefined,
        })
      }),
    )
    accounts.sort((one, other) => one.keyNumber - other.keyNumber)
    return { accounts, failures }
  }

  /** Brings the record up to what an account holds. */
  function settle(providerId: string, { secretId, files, isCut }: Account): void {
    const table = uploads()
    const ids = new Set(files.map(({ id }) => id))
    const idByName = new Map(files.map(({ id, name }) => [name, id]))
    const gone: string[] = []
    for (const { name, remoteId, secretId: holder, begunAt } of table.ofProvider(providerId)) {
      if (holder !== secretId) continue
      const id = remoteId ?? idByName.get(name)
      if (id !== undefined && ids.has(id)) {
        if (remoteId === null) table.found(name, id)
      } else if (!isCut && (remoteId !== null || begunAt < Date.now() - uploadMilliseconds)) {
        gone.push(name)
      }
    }
    table.forget(gone)
  }

  async function describer(providerId: string) {
    const used = usedFiles()
    return createDescriber({
      uploads: uploads().ofProvider(providerId),
      baseFiles: await baseFiles(providerId),
      baseStores: await baseStores(providerId),
      isBatchInput: (fileId) => batchInputs().has(fileId),
      // If nobody knows what is in use, everything is.
      isUsed: (fileId) => used?.has(fileId) ?? true,
    })
  }

  async function assertNotNeeded(providerId: string, ids: readonly string[]): Promise<void> {
    for (const { fileId, state } of await baseFiles(providerId)) {
      if (fileId === null || state === 'leaving' || !ids.includes(fileId)) continue
      throw new AppError('badInput', 'A base needs one of the files')
    }
    for (const { storeId, isLeft } of await baseStores(providerId)) {
      if (storeId === null || isLeft || !ids.includes(storeId)) continue
      throw new AppError('badInput', 'A base needs one of the vector stores')
    }
    const inputs = batchInputs()
    for (const { fileId, remoteId } of uploads().ofProvider(providerId)) {
      if (remoteId === null || !ids.includes(remoteId) || !inputs.has(fileId)) continue
      throw new AppError('badInput', 'A batch needs one of the files')
    }
  }

  /** Asks the user about files that this Parley did not upload: they may be a colleague's. */
  async function mayRemove(providerId: string, ids: readonly string[]): Promise<boolean> {
    const files = listed.get(providerId)
    const others = ids.flatMap((id) => {
      const file = files?.get(id)
      return file && own.has(file.neededBy) ? [] : [file?.name ?? id]
    })
    if (others.length === 0) return true
    const facts = others
      .slice(0, namedFiles)
      .map((value) => ({ key: 'consentDeletes' as const, value }))
    const rest = others.length - facts.length
    if (rest > 0) facts.push({ key: 'consentDeletes', value: `… (+${String(rest)})` })
    return consent({ kind: 'deletion', name: nameOf(providerId), facts })
  }

  return {
    async list({ providerId }) {
      const recorded = await recordedFiles(providerId)
      if (recorded) {
        const files = recorded.map(describeRecorded).sort(newestFirst)
        return { files, failures: [], isCut: false, isRecord: true }
      }
      const { accounts, failures } = await listAccounts(providerId)
      for (const account of accounts) settle(providerId, account)
      const describe = await describer(providerId)
      const files = new Map<string, ServiceFile>()
      for (const { keyNumber, files: listed, stores } of accounts) {
        // Two keys may open one account.
        for (const file of [...listed, ...(stores?.files ?? [])]) {
          if (!files.has(file.id)) files.set(file.id, describe(file, keyNumber))
        }
      }
      listed.set(providerId, files)
      return {
        files: [...files.values()].sort(newestFirst),
        failures,
        isCut: accounts.some(({ isCut, stores }) => isCut || stores?.isCut === true),
        isRecord: false,
      }
    },
    async remove({ providerId, files }) {
      const clients = await eachKey(providerId)
      const asked = files.map(({ id }) => id)
      await assertNotNeeded(providerId, asked)
      if (!(await mayRemove(providerId, asked))) return { remaining: asked, error: null }
      const failures = await mapConcurrently(
        files,
        removedAtOnce,
        async ({ id, keyNumber, isStore }) => {
          try {
            const client = clients.find(({ number }) => number === keyNumber)
            if (!client) throw new AppError('keyMissing', 'The key is gone')
            const there = isStore ? storesOf(client) : filesOf(client)
            await there.remove(id, AbortSignal.timeout(removeMilliseconds))
            return []
          } catch (error) {
            return [{ id, error: toWire(error) }]
          }
        },
      )
      const remaining = failures.flat()
      forget(providerId, new Set(asked).difference(new Set(remaining.map(({ id }) => id))))
      return { remaining: remaining.map(({ id }) => id), error: remaining[0]?.error ?? null }
    },
  }

  function forget(providerId: string, removed: ReadonlySet<string>): void {
    const table = uploads()
    const gone = table.ofProvider(providerId).filter(({ remoteId }) => removed.has(remoteId ?? ''))
    table.forget(gone.map(({ name }) => name))
  }
}

function filesOf(client: KeyedClient): RemoteFiles {
  const { files } = client.open(true)
  if (files) return files
  throw new AppError('notSupported', 'The service keeps no files')
}

function newestFirst(one: ServiceFile, other: ServiceFile): number {
  return (other.createdAt ?? 0) - (one.createdAt ?? 0)
}

async function listFiles(client: KeyedClient, signal: AbortSignal) {
  return filesOf(client).list(signal)
}

function storesOf(client: KeyedClient): RemoteFiles {
  const { vectorStores } = client.open(true)
  if (vectorStores) return vectorStores
  throw new AppError('notSupported', 'The service keeps no vector stores')
}

/** Lists the vector stores of an account; none at a service without such an address. */
async function listStores(client: KeyedClient, signal: AbortSignal) {
  try {
    return await storesOf(client).list(signal)
  } catch (error) {
    const failure = asMissing(error)
    if (failure instanceof AppError && failure.code === 'notSupported') {
      return { files: [], isCut: false }
    }
    throw failure
  }
}

/** Turns the failure of a service without such an address into `notSupported`. */
function asMissing(error: unknown): unknown {
  if (!(error instanceof AppError) || !withoutFiles.has(error.details.status)) return error
  return new AppError('notSupported', 'The service keeps no files', error.details, error)
}
