import { randomUUID } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import type { Log } from '../../feature.ts'
import { callWorker } from '../../workers/callWorker.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { KnowledgeStore } from '../store/knowledgeStore.ts'
import type { FolderEvent, FolderWatcher } from './folderWatcher.ts'
import { createUnreadFiles } from './unreadFiles.ts'

/** The watched folders of all bases. */
export interface Folders {
  /** Watches the folders that there are. */
  begin: () => Promise<void>
  /** Watches one more. Resolves to the number of its files, once it was looked at. */
  add: (baseId: string, path: string) => Promise<number>
  /** Looks at single files, and at those that could not be read, from now on. */
  keepLooking: () => void
  /** Looks at the folders and files of a base again. */
  look: (baseId: string) => void
  forget: (folderIds: readonly string[]) => void
  close: () => Promise<void>
}

export interface FoldersOptions {
  entry: string | URL
  catalogue: CatalogueClient
  storeOf: (baseId: string) => Promise<Pick<KnowledgeStore, 'remove'>>
  onChanged: (baseId: string) => void
  requestIndex: (baseId: string) => void
  log: Log
}

const pageLength = 2000
/** Files that were added alone are few, and looked at instead of watched. */
const looseMilliseconds = 30_000

export function createFolders(options: FoldersOptions): Folders {
  const { entry, catalogue, storeOf, onChanged, requestIndex, log } = options
  const client = callWorker<{ folders: FolderWatcher }>(['folders'], {
    ...{ entry, log },
    workerData: {},
  })
  const watcher = client.services.folders
  const baseOf = new Map<string, string>()
  const looked = new Map<string, () => void>()
  const unread = createUnreadFiles(catalogue, requestIndex)
  let loose: NodeJS.Timeout | undefined
  let isListening = false
  let isClosed = false

  async function watch(folderId: string, baseId: string, path: string): Promise<void> {
    if (baseOf.has(folderId)) return
    baseOf.set(folderId, baseId)
    for (let after = ''; ;) {
      const page = await catalogue.folderFiles(folderId, after, pageLength)
      await watcher.know(folderId, page)
      after = page.at(-1)?.path ?? ''
      if (page.length < pageLength) break
    }
    await watcher.watch(folderId, path)
    if (!isListening) void listen()
  }

  async function listen(): Promise<void> {
    isListening = true
    try {
      while (!isClosed) {
        for (const event of await watcher.next()) await take(event)
      }
    } catch (error) {
      if (!isClosed) log('The folders are not watched any more', error)
    } finally {
      isListening = false
    }
  }

  async function take(event: FolderEvent): Promise<void> {
    const { folderId } = event
    const baseId = baseOf.get(folderId)
    if (baseId === undefined) return
    try {
      if (event.kind === 'looked') {
        await catalogue.setFolderError(folderId, event.error)
        looked.get(folderId)?.()
        looked.delete(folderId)
      } else {
        const { found, gone } = event
        const emptied = await catalogue.changeFolder(folderId, { found, gone })
        if (emptied.length > 0) await (await storeOf(baseId)).remove(baseId, emptied)
        requestIndex(baseId)
      }
      onChanged(baseId)
    } catch (error) {
      // The next start looks at the folder again, with what is known by then.
      log('A change in a folder was not taken in', error)
    }
  }

  /** Looks at the files that were added alone, and at those that could not be read. */
  async function lookAtLoose(): Promise<void> {
    const bases = new Set<string>()
    let hasAny = false
    for (let after = 0; ;) {
      const page = await catalogue.looseFiles(after, pageLength)
      hasAny ||= page.length > 0
      const changed = []
      for (const { source } of page) {
        const found = await stat(source.location).catch(() => undefined)
        if (!found) continue
        const changedAt = Math.max(0, Math.trunc(found.mtimeMs))
        if (found.size === source.sizeBytes && changedAt === source.changedAt) continue
        changed.push({ id: source.id, sizeBytes: found.size, changedAt })
        bases.add(source.baseId)
      }
      if (changed.length > 0) await catalogue.changeFiles(changed)
      const last = page.at(-1)
      if (!last || page.length < pageLength) break
      after = last.sequence
    }
    for (const baseId of bases) requestIndex(baseId)
    const hasUnread = await unread.look()
    if (hasAny || hasUnread) lookAtLooseLater()
  }

  function lookAtLooseLater(milliseconds = looseMilliseconds): void {
    clearTimeout(loose)
    if (isClosed) return
    const look = (): void => {
      loose = undefined
      lookAtLoose().catch((error: unknown) => {
        if (!isClosed) log('Single files were not looked at', error)
      })
    }
    loose = setTimeout(look, milliseconds)
    loose.unref()
  }

  return {
    async begin() {
      for (const { id, baseId, path } of await catalogue.folders()) await watch(id, baseId, path)
      await lookAtLoose()
    },
    async add(baseId, given) {
      const path = await realpath(given)
      const folderId = await catalogue.addFolder(baseId, randomUUID(), path)
      const done = new Promise<void>((resolve) => {
        const others = looked.get(folderId)
        looked.set(folderId, () => {
          others?.()
          resolve()
        })
      })
      if (baseOf.has(folderId)) await watcher.look([folderId])
      else await watch(folderId, baseId, path)
      await done
      const folder = (await catalogue.folders(baseId)).find(({ id }) => id === folderId)
      return folder?.sources ?? 0
    },
    keepLooking() {
      if (!loose) lookAtLooseLater()
    },
    look(baseId) {
      const ids = [...baseOf].flatMap(([id, of]) => (of === baseId ? [id] : []))
      if (ids.length > 0) void watcher.look(ids).catch(() => undefined)
      lookAtLooseLater(0)
    },
    forget(folderIds) {
      for (const id of folderIds) {
        baseOf.delete(id)
        looked.get(id)?.()
        looked.delete(id)
      }
      if (isListening) void watcher.forget(folderIds).catch(() => undefined)
    },
    async close() {
      isClosed = true
      clearTimeout(loose)
      await client.close()
    },
  }
}
