import type { Conversation, TrashedChat } from '../../../shared/chat/chat.ts'
import type { Database } from '../../storage/connection.ts'
import { recordRemoved } from './answerSpending.ts'
import type { ListPage } from './chatLists.ts'
import {
  conversationMissing,
  eraseConversation,
  getConversation,
  hasConversationId,
} from './conversations.ts'
import { shortTitle } from './firstWords.ts'
import { readTime } from './readColumns.ts'

/** Milliseconds that a chat stays in the trash. */
export const trashMs = 30 * 24 * 60 * 60 * 1000

/** `removed_at` of a chat that the user has deleted for good, until its rows are gone. */
export const erasedAt = 0
/**
 * `removed_at` of a chat that is not whole yet, or that holds deleted messages which can still be
 * put back. Only a start may erase it.
 */
export const unfinishedAt = -1

/**
 * Returns the time to note for a chat that is removed now: not before the last use of any chat. A
 * clock that was wrong, such as one at 1970, would otherwise end the 30 days once it is right.
 */
export function trashTime(database: Database, now: number): number {
  const newest = database.get(
    `SELECT used_at FROM conversation WHERE removed_at IS NULL AND archived_at IS NULL
     ORDER BY used_at DESC, sequence DESC LIMIT 1`,
  )
  return Math.max(now, readTime(newest?.['used_at']))
}

/** Moves a conversation into the trash. Errors: conversationMissing. */
export function removeConversation(database: Database, id: string, at: number): void {
  const changed = database.run(
    'UPDATE conversation SET removed_at = ? WHERE id = ? AND removed_at IS NULL',
    at,
    id,
  )
  if (changed === 0) throw conversationMissing(id)
}

/** Takes a conversation out of the trash. Errors: conversationMissing. */
export function restoreConversation(database: Database, id: string): Conversation {
  const sql = 'UPDATE conversation SET removed_at = NULL WHERE id = ? AND removed_at > ?'
  database.run(sql, id, erasedAt)
  return getConversation(database, id)
}

/** Returns a page of the trash, the last removed first. */
export function listTrash(database: Database, { before, limit }: ListPage): TrashedChat[] {
  const last =
    before === null
      ? undefined
      : database.get('SELECT removed_at, sequence FROM conversation WHERE id = ?', before)
  if (before !== null && !last) throw conversationMissing(before)
  const rows = database.iterate(
    `SELECT id, title, removed_at FROM conversation
     WHERE removed_at > ? AND (removed_at, sequence) < (?, ?)
     ORDER BY removed_at DESC, sequence DESC`,
    erasedAt,
    last?.['removed_at'] ?? Number.MAX_SAFE_INTEGER,
    last?.['sequence'] ?? 0,
  )
  const chats: TrashedChat[] = []
  for (const row of rows) {
    if (chats.length === limit) break
    if (!hasConversationId(row)) continue
    const expiresAt = readTime(row['removed_at']) + trashMs
    chats.push({ id: String(row['id']), title: shortTitle(String(row['title'])), expiresAt })
  }
  return chats
}

/**
 * Takes conversations, or all for null, out of the trash for good, at once however many there are.
 * `eraseExpired` deletes their rows. Returns the ids; null for all.
 */
export function emptyTrash(database: Database, ids: readonly string[] | null): string[] | null {
  const sql = 'UPDATE conversation SET removed_at = ? WHERE removed_at > ?'
  if (ids === null) {
    database.run(sql, erasedAt, erasedAt)
    return null
  }
  return database.transaction(() =>
    ids.filter((id) => database.run(`${sql} AND id = ?`, erasedAt, erasedAt, id) > 0),
  )
}

/**
 * Deletes the rows of up to `limit` chats that were in the trash for 30 days before `now`, or that
 * are deleted for good. What their answers have cost stays known. Returns the ids.
 */
function eraseEnded(database: Database, now: number, limit: number, other = ''): string[] {
  // With a clock at 1970, what is deleted for good goes all the same.
  const end = Math.max(now - trashMs, erasedAt + 1)
  const condition = `removed_at >= ${erasedAt} AND removed_at < ? ${other}`
  return eraseWhere(database, condition, end, limit)
}

/** Holds for all chats but those with the newest rows. */
const isOlder = `AND id <> (SELECT id FROM conversation ORDER BY sequence DESC LIMIT 1)
  AND id <> ifnull((SELECT conversation_id FROM message ORDER BY sequence DESC LIMIT 1), '')`

/**
 * Deletes ended chats as `eraseEnded` while Parley runs. A chat with the newest rows waits for the
 * next start: after a kill, their absence would look like a loss (`historyMark.ts`).
 */
export function eraseExpired(database: Database, now: number, limit: number): string[] {
  return eraseEnded(database, now, limit, isOlder)
}

/**
 * Erases at a start what a kill has left, and up to 200 chats whose time in the trash has ended;
 * the others follow in the background. Returns their number.
 */
export function eraseRemoved(database: Database, now: number = Date.now()): number {
  const unfinished = eraseWhere(database, 'removed_at <= ?', unfinishedAt, Infinity)
  return unfinished.length + eraseEnded(database, now, 200).length
}

function eraseWhere(database: Database, condition: string, value: number, limit: number): string[] {
  const ids = database
    .all(
      `SELECT id FROM conversation WHERE ${condition} ORDER BY removed_at LIMIT ?`,
      value,
      Math.min(limit, Number.MAX_SAFE_INTEGER),
    )
    .map((row) => String(row['id']))
  for (const id of ids) {
    database.transaction(() => {
      recordRemoved(database, id)
      eraseConversation(database, id)
    })
  }
  return ids
}
