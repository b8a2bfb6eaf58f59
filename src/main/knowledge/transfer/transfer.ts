import { rm } from 'node:fs/promises'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { createBlobs } from '../../storage/blobs.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { LocalStore } from '../store/localStore.ts'
import { exportBase } from './exportBase.ts'
import { importBase, readBaseName } from './importBase.ts'

/** Progress of an export or import, in units of its own. */
export interface TransferProgress {
  done: number
  total: number
}

/** Takes bases out of knowledge.sqlite and in, as files, within its thread. One at a time. */
export interface Transfer {
  /** Returns the name of the base in a file. Errors: unreadable, exportTooNew. */
  nameIn: (path: string) => Promise<string>
  /** Errors: those of `exportBase`. */
  exportBase: (baseId: string, path: string, signal: AbortSignal) => Promise<void>
  /** Errors: those of `importBase`. */
  importBase: (baseId: string, path: string, signal: AbortSignal) => Promise<void>
  /** Returns how far the export or import of a base is; null if none runs. */
  progress: (baseId: string) => TransferProgress | null
  close: () => Promise<void>
}

/** Creates the transfer. `folder` has the kept files. */
export function createTransfer(catalogue: Catalogue, store: LocalStore, folder: string): Transfer {
  const inTurn = createSerialQueue()
  const closing = new AbortController()
  const running = new Map<string, TransferProgress>()

  /** An earlier one may still remove what it has left, so that they take turns. */
  function run(
    baseId: string,
    given: AbortSignal,
    work: (report: (done: number, total: number) => void, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    return inTurn(async () => {
      try {
        const report = (done: number, total: number): void =>
          void running.set(baseId, { done, total })
        await work(report, AbortSignal.any([given, closing.signal]))
      } finally {
        running.delete(baseId)
      }
    })
  }

  return {
    nameIn: readBaseName,
    exportBase: (baseId, path, given) =>
      run(baseId, given, (report, signal) => {
        const contentPath = createBlobs(folder).path
        return exportBase(baseId, path, { catalogue, store, contentPath, report, signal })
      }),
    importBase: (baseId, path, given) =>
      run(baseId, given, async (report, signal) => {
        const blobs = createBlobs(folder)
        const removeKept = (content: string): Promise<void> =>
          rm(blobs.path(content), { force: true })
        await importBase(baseId, path, {
          ...{ catalogue, store, removeKept, report, signal },
          keep: blobs.create,
        })
      }),
    progress: (baseId) => running.get(baseId) ?? null,
    async close() {
      closing.abort()
      await inTurn(() => undefined)
    },
  }
}

/**
 * Removes passages and pictures of bases that are not in the catalogue, as a kill leaves them in the middle of an
 * import or of a base's removal.
 */
export async function removeStrangers(catalogue: Catalogue, store: LocalStore): Promise<void> {
  catalogue.forgetImportedPictures(null)
  const known = new Set(catalogue.bases().map(({ id }) => id))
  for (const baseId of await store.baseIds()) {
    if (!known.has(baseId)) await store.removeBase(baseId)
  }
}
