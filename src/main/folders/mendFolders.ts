import { randomUUID } from 'node:crypto'
import { folderIdSchema } from '../../shared/folders.ts'
import { maxFolderDepth, maxOrderKeyLength } from '../../shared/limits.ts'
import type { Database } from '../storage/connection.ts'

/**
 * Puts at the top what no list would show: folders whose parent is missing, that lead in a circle or
 * are too deep, and chats whose folder is missing. A repair of the history or another program may
 * have left them.
 */
export function mendFolders(database: Database): void {
  database.transaction(() => {
    for (const row of database.all('SELECT id FROM chat_folder')) {
      if (!folderIdSchema.safeParse(row['id']).success) renewId(database, String(row['id']))
    }
    database.run(
      `UPDATE chat_folder SET order_key = 'a0' WHERE length(order_key) NOT BETWEEN 1 AND ?`,
      maxOrderKeyLength,
    )
    while (raiseHidden(database)) continue
    database.exec(
      `UPDATE conversation SET folder_id = NULL
       WHERE folder_id IS NOT NULL AND folder_id NOT IN (SELECT id FROM chat_folder)`,
    )
  })
}

/**
 * Puts hidden folders at the top, those in them along: the ones right below what a list shows, or one
 * of a circle. Returns whether any was hidden.
 */
function raiseHidden(database: Database): boolean {
  const hidden = database.all(
    `WITH RECURSIVE shown (id, level) AS (
       SELECT id, 1 FROM chat_folder WHERE parent_id IS NULL
       UNION ALL
       SELECT chat_folder.id, level + 1
       FROM chat_folder JOIN shown ON chat_folder.parent_id = shown.id WHERE level < ?
     )
     SELECT id, parent_id IN (SELECT id FROM shown)
       OR parent_id NOT IN (SELECT id FROM chat_folder) AS is_highest
     FROM chat_folder WHERE id NOT IN (SELECT id FROM shown) ORDER BY sequence`,
    maxFolderDepth,
  )
  const highest = hidden.filter((row) => row['is_highest'] === 1)
  for (const { id = null } of highest.length > 0 ? highest : hidden.slice(0, 1)) {
    database.run('UPDATE chat_folder SET parent_id = NULL WHERE id = ?', id)
  }
  return hidden.length > 0
}

function renewId(database: Database, id: string): void {
  const renewed = randomUUID()
  database.run('UPDATE chat_folder SET id = ? WHERE id = ?', renewed, id)
  database.run('UPDATE chat_folder SET parent_id = ? WHERE parent_id = ?', renewed, id)
  database.run('UPDATE conversation SET folder_id = ? WHERE folder_id = ?', renewed, id)
}
