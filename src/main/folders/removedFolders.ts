import type { Database, Row } from '../storage/connection.ts'
import { assertRoomIn, folderMissing, type FolderTable } from './folderTable.ts'

/** The changes of a deletion. They are kept until the program ends, for the user's undo. */
interface Removed {
  folder: Row
  folderIds: readonly string[]
  chatIds: readonly string[]
}

const maxKept = 20

export interface RemovedFolders {
  /** Deletes a folder, and moves out what is in it. Returns the ids of its chats. */
  remove: (id: string) => string[]
  /** Undoes a deletion as far as nothing has moved since. Returns the ids of the chats. */
  restore: (id: string) => string[]
}

export function createRemovedFolders(database: Database, table: FolderTable): RemovedFolders {
  const kept = new Map<string, Removed>()

  function remove(id: string): Removed {
    const folder = database.get('SELECT * FROM chat_folder WHERE id = ?', id)
    if (!folder) throw folderMissing(id)
    const { parent_id: parentId = null } = folder
    const folderIds = idsWhere(
      database,
      'chat_folder WHERE parent_id = ? ORDER BY order_key, id',
      id,
    )
    const chatIds = idsWhere(database, 'conversation WHERE folder_id = ?', id)
    // In their order, before the folder that they leave.
    for (const child of folderIds) {
      table.move(child, parentId === null ? null : String(parentId), id)
    }
    database.run('UPDATE conversation SET folder_id = NULL WHERE folder_id = ?', id)
    database.run('DELETE FROM chat_folder WHERE id = ?', id)
    return { folder, folderIds, chatIds }
  }

  function restore({ folder, folderIds, chatIds }: Removed): string[] {
    const { id = null, parent_id: parentId = null } = folder
    const hasParent = database.get('SELECT 1 FROM chat_folder WHERE id = ?', parentId)
    const parent = hasParent && parentId !== null ? String(parentId) : null
    assertRoomIn(database, parent)
    database.run(
      `INSERT INTO chat_folder (id, parent_id, name, order_key, is_open)
       VALUES (?, ?, ?, ?, ?)`,
      ...[id, parent, folder['name'] ?? ''],
      ...[folder['order_key'] ?? '', folder['is_open'] ?? 1],
    )
    for (const child of folderIds) {
      const stays = database.get(
        'SELECT 1 FROM chat_folder WHERE id = ? AND parent_id IS ?',
        ...[child, parentId],
      )
      if (stays) table.move(child, String(id), null)
    }
    return chatIds.filter((chat) => {
      const sql = 'UPDATE conversation SET folder_id = ? WHERE id = ? AND folder_id IS NULL'
      return database.run(sql, id, chat) > 0
    })
  }

  return {
    remove(id) {
      const removed = database.transaction(() => remove(id))
      kept.set(id, removed)
      const oldest = kept.keys().next().value
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      return [...removed.chatIds]
    },
    restore(id) {
      const removed = kept.get(id)
      if (!removed) throw folderMissing(id)
      const chatIds = database.transaction(() => restore(removed))
      kept.delete(id)
      return chatIds
    },
  }
}

function idsWhere(database: Database, condition: string, value: string): string[] {
  return database.all(`SELECT id FROM ${condition}`, value).map((row) => String(row['id']))
}
