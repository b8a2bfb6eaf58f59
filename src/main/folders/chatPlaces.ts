import { AppError } from '../../shared/errors.ts'
import type { PinnedChat, PlacedChat } from '../../shared/folders.ts'
import { maxPinnedChats } from '../../shared/limits.ts'
import type { Database } from '../storage/connection.ts'
import { folderMissing } from './folderTable.ts'
import { placeBefore, type Ordered } from './orderKeys.ts'

/** Moves chats into folders, all or none. Returns where those were that are not deleted. */
export function moveChats(database: Database, chats: readonly PlacedChat[]): PlacedChat[] {
  return database.transaction(() => {
    for (const folderId of new Set(chats.map((chat) => chat.folderId))) {
      if (folderId === null) continue
      const exists = database.get('SELECT 1 FROM chat_folder WHERE id = ?', folderId)
      if (!exists) throw folderMissing(folderId)
    }
    const before: PlacedChat[] = []
    for (const { id, folderId } of chats) {
      const row = readPlace(database, id)
      if (!row) continue
      database.run('UPDATE conversation SET folder_id = ? WHERE id = ?', folderId, id)
      before.push({ id, folderId: row.folderId })
    }
    return assertSome(before, chats[0]?.id)
  })
}

/** A change of pins: the places that the chats had, and all ids that have another place now. */
export interface PinChange {
  before: PinnedChat[]
  changedIds: string[]
}

/**
 * Pins chats before all others, or unpins them. Errors: conversationMissing if all are gone,
 * tooManyPins.
 */
export function pinChats(database: Database, ids: readonly string[], isPinned: boolean): PinChange {
  return database.transaction(() => {
    const places = [...new Set(ids)].flatMap((id): PinnedChat[] => {
      const row = readPlace(database, id)
      return row ? [{ id, key: row.pinKey }] : []
    })
    assertSome(places, ids[0])
    const before = places.filter(({ key }) => (key !== null) !== isPinned)
    let changedIds = before.map(({ id }) => id)
    if (isPinned) changedIds = placePins(database, changedIds, firstPin(database))
    else for (const id of changedIds) setPin(database, id, null)
    assertFewPins(database)
    return { before, changedIds }
  })
}

/** Gives chats the places that they had before a change. */
export function setPins(database: Database, pins: readonly PinnedChat[]): void {
  database.transaction(() => {
    for (const { id, key } of pins) if (readPlace(database, id)) setPin(database, id, key)
    assertFewPins(database)
  })
}

/**
 * Puts a pinned chat before another, or last for null. Returns the ids of all chats that have
 * another key now. Errors: conversationMissing.
 */
export function movePin(database: Database, id: string, beforeId: string | null): string[] {
  return database.transaction(() => {
    if ((readPlace(database, id)?.pinKey ?? null) === null) throw conversationMissing(id)
    return placePins(database, [id], beforeId)
  })
}

/** Returns the ids of the chats that have another key now: the others, too, after a renewal. */
function placePins(database: Database, ids: readonly string[], beforeId: string | null): string[] {
  const moved = new Set(ids)
  const others = database
    .all(
      `SELECT id, pin_key FROM conversation
       WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NOT NULL
       ORDER BY pin_key, id`,
    )
    .map((row): Ordered => ({ id: String(row['id']), key: String(row['pin_key']) }))
    .filter((pin) => !moved.has(pin.id))
  const keys = placeBefore(others, ids, beforeId)
  if (!keys) throw conversationMissing(beforeId ?? '')
  for (const [id, key] of keys) setPin(database, id, key)
  return [...keys.keys()]
}

function firstPin(database: Database): string | null {
  const first = database.get(
    `SELECT id FROM conversation
     WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NOT NULL
     ORDER BY pin_key, id LIMIT 1`,
  )
  return first ? String(first['id']) : null
}

function setPin(database: Database, id: string, key: string | null): void {
  database.run('UPDATE conversation SET pin_key = ? WHERE id = ?', key, id)
}

function readPlace(
  database: Database,
  id: string,
): { folderId: string | null; pinKey: string | null } | undefined {
  const row = database.get(
    'SELECT folder_id, pin_key FROM conversation WHERE id = ? AND removed_at IS NULL',
    id,
  )
  return row && { folderId: textOrNull(row['folder_id']), pinKey: textOrNull(row['pin_key']) }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** The page lists all pins at once. Those in the archive count when they come back. */
function assertFewPins(database: Database): void {
  const row = database.get(
    `SELECT count(*) AS count FROM conversation
     WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NOT NULL`,
  )
  if (Number(row?.['count']) > maxPinnedChats) {
    throw new AppError('tooManyPins', 'There are too many pinned chats')
  }
}

function assertSome<Item>(items: Item[], id = ''): Item[] {
  if (items.length === 0) throw conversationMissing(id)
  return items
}

function conversationMissing(id: string): AppError {
  return new AppError('conversationMissing', 'This conversation does not exist', { subject: id })
}
