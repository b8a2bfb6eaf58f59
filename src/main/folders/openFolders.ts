import { folders as feature, type Folder } from '../../shared/folders.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { Database } from '../storage/connection.ts'
import { patient } from '../storage/waitForLock.ts'
import { moveChats, movePin, pinChats, setPins } from './chatPlaces.ts'
import { createFolderTable } from './folderTable.ts'
import { mendFolders } from './mendFolders.ts'
import { createRemovedFolders } from './removedFolders.ts'

interface FoldersOptions {
  /** Tells the windows that these chats are in another place. */
  announceChats: (ids: readonly string[]) => void
}

/** Opens the folders and the pins of chats, which are part of the history. */
export function openFolders(
  { history, createBroadcast }: Pick<FeatureContext, 'history' | 'createBroadcast'>,
  { announceChats }: FoldersOptions,
): OpenFeature<typeof feature> {
  const broadcast = createBroadcast('folders', feature)
  const current = history.add({
    recover: mendFolders,
    open: (database) => ({
      handlers: patient(createHandlers(database, broadcast, announceChats)),
      close: () => undefined,
    }),
  })
  return { handlers: () => current()?.handlers }
}

function createHandlers(
  database: Database,
  broadcast: Broadcast<typeof feature>,
  announceChats: (ids: readonly string[]) => void,
): FeatureHandlers<typeof feature> {
  const table = createFolderTable(database)
  const removed = createRemovedFolders(database, table)

  function tellOne(folder: Folder): Folder {
    broadcast('folderChanged', folder)
    return folder
  }

  function tellAll(): void {
    broadcast('changed', table.list())
  }

  return {
    list: () => table.list(),
    create({ name, parentId }) {
      const created = table.create(name, parentId)
      tellAll()
      return created
    },
    rename: ({ id, name }) => tellOne(table.rename(id, name)),
    setOpen: ({ id, isOpen }) => tellOne(table.setOpen(id, isOpen)),
    move({ id, parentId, beforeId }) {
      const moved = table.move(id, parentId, beforeId)
      tellAll()
      return moved
    },
    remove({ id }) {
      announceChats(removed.remove(id))
      tellAll()
      return {}
    },
    restore({ id }) {
      const chatIds = removed.restore(id)
      tellAll()
      announceChats(chatIds)
      return table.get(id)
    },
    moveChats({ chats }) {
      const before = moveChats(database, chats)
      announceChats(before.map(({ id }) => id))
      return before
    },
    pin({ ids, isPinned }) {
      const { before, changedIds } = pinChats(database, ids, isPinned)
      announceChats(changedIds)
      return before
    },
    setPins({ pins }) {
      setPins(database, pins)
      announceChats(pins.map(({ id }) => id))
      return {}
    },
    movePin({ id, beforeId }) {
      announceChats(movePin(database, id, beforeId))
      return {}
    },
  }
}
