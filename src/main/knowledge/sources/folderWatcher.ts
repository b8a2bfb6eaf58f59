import { toWire, AppError, type WireError } from '../../../shared/errors.ts'
import type { FolderChanges } from '../catalogue/applyFolderChanges.ts'
import type { KnownFile } from '../catalogue/folderTable.ts'
import { keyOf, scanFolder, type KnownFiles } from './folderScan.ts'
import { watchTree, type TreeWatch } from './watchTree.ts'

/** An event of a watched folder. */
export type FolderEvent =
  | ({ folderId: string; kind: 'changes' } & FolderChanges)
  /** A look at the whole folder is over. */
  | { folderId: string; kind: 'looked'; error: WireError | null }

/** Watches folders, in a thread. */
export interface FolderWatcher {
  /** Tells what is known of a folder that is going to be watched. */
  know: (folderId: string, files: readonly KnownFile[]) => void
  watch: (folderId: string, path: string) => void
  /** Looks at folders again now. */
  look: (folderIds: readonly string[]) => void
  forget: (folderIds: readonly string[]) => void
  /** Resolves to what has happened since the last call, once something has. */
  next: () => Promise<FolderEvent[]>
}

/** Changes come in bursts: a look waits until they rest, but not for ever. */
const restMilliseconds = 300
const maxRestMilliseconds = 3000
/** Finds what no event told of, as on a network's disk. */
const pollMilliseconds = 5 * 60_000
/** Pause between scans of a folder that can't be watched, or is missing. */
const unwatchedPollMilliseconds = 20_000
/** A large folder that changes all the time takes a tenth of a core at most. */
const restShare = 10
/** The number of events that one answer carries. */
const maxEvents = 4

interface Watched {
  path: string
  known: KnownFiles
  tree: TreeWatch
  timer: NodeJS.Timeout | undefined
  /** The time of the first change that no look has seen yet. */
  changedAt: number | undefined
  isLooking: boolean
  isChangedMeanwhile: boolean
  /** No look begins before. */
  notBefore: number
}

export function createFolderWatcher(): FolderWatcher & { close: () => void } {
  const folders = new Map<string, Watched>()
  const known = new Map<string, KnownFiles>()
  let events: FolderEvent[] = []
  let wake = (): void => undefined

  function tell(event: FolderEvent): void {
    events.push(event)
    wake()
  }

  function knownOf(folderId: string): KnownFiles {
    const files = known.get(folderId) ?? new Map<string, string>()
    known.set(folderId, files)
    return files
  }

  async function look(folderId: string): Promise<void> {
    const folder = folders.get(folderId)
    if (!folder) return
    clearTimeout(folder.timer)
    if (folder.isLooking) {
      folder.isChangedMeanwhile = true
      return
    }
    folder.isLooking = true
    folder.changedAt = undefined
    const began = performance.now()
    const error = await scanFolder(folder.path, folder.known, {
      onFolder: folder.tree.add,
      onChanges: (changes) => {
        if (folders.has(folderId)) tell({ folderId, kind: 'changes', ...changes })
      },
    }).then(
      () => null,
      (failure: unknown) => toWire(failure instanceof AppError ? failure : undefined),
    )
    folder.isLooking = false
    if (!folders.has(folderId)) return
    folder.notBefore = performance.now() + restShare * (performance.now() - began)
    tell({ folderId, kind: 'looked', error })
    if (folder.isChangedMeanwhile) noteChange(folderId)
    else
      lookIn(
        folderId,
        error || !folder.tree.isWatching() ? unwatchedPollMilliseconds : pollMilliseconds,
      )
    folder.isChangedMeanwhile = false
  }

  function lookIn(folderId: string, milliseconds: number): void {
    const folder = folders.get(folderId)
    if (!folder) return
    clearTimeout(folder.timer)
    const wait = Math.max(milliseconds, folder.notBefore - performance.now())
    folder.timer = setTimeout(() => void look(folderId), wait)
  }

  function noteChange(folderId: string): void {
    const folder = folders.get(folderId)
    if (!folder) return
    if (folder.isLooking) {
      folder.isChangedMeanwhile = true
      return
    }
    folder.changedAt ??= performance.now()
    const left = folder.changedAt + maxRestMilliseconds - performance.now()
    lookIn(folderId, Math.max(0, Math.min(restMilliseconds, left)))
  }

  function forget(folderIds: readonly string[]): void {
    for (const id of folderIds) {
      const folder = folders.get(id)
      folder?.tree.close()
      clearTimeout(folder?.timer)
      folders.delete(id)
      known.delete(id)
    }
    events = events.filter(({ folderId }) => !folderIds.includes(folderId))
  }

  return {
    know(folderId, files) {
      const of = knownOf(folderId)
      for (const file of files) of.set(file.path, keyOf(file))
    },
    watch(folderId, path) {
      if (folders.has(folderId)) return
      folders.set(folderId, {
        ...{ path, known: knownOf(folderId), timer: undefined, changedAt: undefined },
        ...{ isLooking: false, isChangedMeanwhile: false, notBefore: 0 },
        tree: watchTree(path, () => noteChange(folderId)),
      })
      void look(folderId)
    },
    look(folderIds) {
      for (const id of folderIds) void look(id)
    },
    forget,
    async next() {
      if (events.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return events.splice(0, maxEvents)
    },
    close() {
      forget([...folders.keys()])
      wake()
    },
  }
}
