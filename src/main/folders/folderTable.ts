import { randomUUID } from 'node:crypto'
import type { Folder } from '../../shared/folders.ts'
import { AppError } from '../../shared/errors.ts'
import { maxFolderDepth, maxFolderNameLength, maxFolders } from '../../shared/limits.ts'
import type { Database, Row } from '../storage/connection.ts'
import { placeBefore, type Ordered } from './orderKeys.ts'

export interface FolderTable {
  list: () => Folder[]
  /** Errors: chatFolderMissing. */
  get: (id: string) => Folder
  /** Errors: chatFolderMissing, folderTooDeep, tooManyFolders. */
  create: (name: string, parentId: string | null) => Folder
  /** Errors: chatFolderMissing. */
  rename: (id: string, name: string) => Folder
  /** Errors: chatFolderMissing. */
  setOpen: (id: string, isOpen: boolean) => Folder
  /** Errors: chatFolderMissing, folderInItself, folderTooDeep. */
  move: (id: string, parentId: string | null, beforeId: string | null) => Folder
}

const columns = 'id, parent_id, name, order_key, is_open'

/** Keeps the user's folders of chats. A move and its checks are one transaction. */
export function createFolderTable(database: Database): FolderTable {
  function get(id: string): Folder {
    const row = database.get(`SELECT ${columns} FROM chat_folder WHERE id = ?`, id)
    if (!row) throw folderMissing(id)
    return readFolder(row)
  }

  function change(id: string, sql: string, value: string | number): Folder {
    if (database.run(sql, value, id) === 0) throw folderMissing(id)
    return get(id)
  }

  return {
    list: () =>
      database
        .all(`SELECT ${columns} FROM chat_folder ORDER BY order_key, id LIMIT ?`, maxFolders)
        .map(readFolder),
    get,
    create: (name, parentId) =>
      database.transaction(() => {
        assertRoomIn(database, parentId)
        const id = randomUUID()
        database.run(
          "INSERT INTO chat_folder (id, parent_id, name, order_key) VALUES (?, ?, ?, '')",
          ...[id, parentId, name],
        )
        place(database, id, parentId, null)
        return get(id)
      }),
    rename: (id, name) => change(id, 'UPDATE chat_folder SET name = ? WHERE id = ?', name),
    setOpen: (id, isOpen) =>
      change(id, 'UPDATE chat_folder SET is_open = ? WHERE id = ?', Number(isOpen)),
    move: (id, parentId, beforeId) =>
      database.transaction(() => {
        get(id)
        const ancestors = ancestorsOf(database, parentId)
        if (ancestors.includes(id)) {
          throw new AppError('folderInItself', 'A folder can’t be moved into itself')
        }
        if (ancestors.length + heightOf(database, id) > maxFolderDepth) throw folderTooDeep()
        place(database, id, parentId, beforeId)
        return get(id)
      }),
  }
}

/** Puts a folder among the others of its parent. The caller has checked that it may be there. */
export function place(
  database: Database,
  id: string,
  parentId: string | null,
  beforeId: string | null,
): void {
  const siblings = database
    .all(
      `SELECT id, order_key FROM chat_folder
       WHERE parent_id IS ? AND id <> ? ORDER BY order_key, id`,
      ...[parentId, id],
    )
    .map((row): Ordered => ({ id: String(row['id']), key: String(row['order_key']) }))
  const keys = placeBefore(siblings, [id], beforeId)
  if (!keys) throw folderMissing(beforeId ?? '')
  database.run('UPDATE chat_folder SET parent_id = ? WHERE id = ?', parentId, id)
  for (const [sibling, key] of keys) {
    database.run('UPDATE chat_folder SET order_key = ? WHERE id = ?', key, sibling)
  }
}

/** Errors: chatFolderMissing, folderTooDeep, tooManyFolders. */
export function assertRoomIn(database: Database, parentId: string | null): void {
  const count = Number(database.get('SELECT count(*) AS n FROM chat_folder')?.['n'])
  if (count >= maxFolders) throw new AppError('tooManyFolders', 'There are too many folders')
  if (ancestorsOf(database, parentId).length >= maxFolderDepth) throw folderTooDeep()
}

/**
 * Returns the ids from a folder up to the top, itself first; none for null. Errors: chatFolderMissing.
 */
function ancestorsOf(database: Database, id: string | null): string[] {
  if (id === null) return []
  const rows = database.all(
    `WITH RECURSIVE up (id, parent_id, level) AS (
       SELECT id, parent_id, 1 FROM chat_folder WHERE id = ?
       UNION ALL
       SELECT chat_folder.id, chat_folder.parent_id, level + 1
       FROM chat_folder JOIN up ON chat_folder.id = up.parent_id WHERE level < 100
     )
     SELECT id FROM up ORDER BY level`,
    id,
  )
  if (rows.length === 0) throw folderMissing(id)
  return rows.map((row) => String(row['id']))
}

/** Returns the levels that a folder and those in it have. */
function heightOf(database: Database, id: string): number {
  const row = database.get(
    `WITH RECURSIVE down (id, level) AS (
       SELECT ?, 1
       UNION ALL
       SELECT chat_folder.id, level + 1
       FROM chat_folder JOIN down ON chat_folder.parent_id = down.id WHERE level < 100
     )
     SELECT max(level) AS height FROM down`,
    id,
  )
  return Number(row?.['height'])
}

/** Makes fit what another program has written, so that one folder never hides the others. */
function readFolder(row: Row): Folder {
  return {
    id: String(row['id']),
    parentId: row['parent_id'] === null ? null : String(row['parent_id']),
    name: String(row['name']).trim().slice(0, maxFolderNameLength) || '…',
    key: String(row['order_key']),
    isOpen: row['is_open'] !== 0,
  }
}

function folderTooDeep(): AppError {
  return new AppError('folderTooDeep', 'Folders are nested too deep')
}

export function folderMissing(id: string): AppError {
  return new AppError('chatFolderMissing', 'This folder does not exist', { subject: id })
}
