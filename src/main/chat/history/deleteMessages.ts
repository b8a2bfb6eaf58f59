import { randomUUID } from 'node:crypto'
import type { Deletion, DeletionExtent, TreePlace } from '../../../shared/chat/tree.ts'
import { AppError } from '../../../shared/errors.ts'
import { numberOf, textOf } from '../../storage/columns.ts'
import type { Database } from '../../storage/connection.ts'
import { earlierIndex } from '../search/earlierIndex.ts'
import { indexMessage } from '../search/searchIndex.ts'
import { recordRemoved } from './answerSpending.ts'
import { branchToLeaf } from './branchToLeaf.ts'
import { getConversation, leafOf, showLeaf } from './conversations.ts'
import { messageMissing, type IsRunning } from './messages.ts'
import { textOfJson } from './messageParts.ts'
import { messagesBelow } from './messagesBelow.ts'
import { newestBelow } from './showVersion.ts'
import { outdatedCount } from './messageRow.ts'
import { erasedAt, unfinishedAt } from './trash.ts'

/** Milliseconds in which a deletion can be undone: longer than its toast, which a pointer holds. */
const undoableMs = 2 * 60_000

interface Place {
  id: string
  conversationId: string
  parentId: string | null
}

/** A deletion that can still be undone. */
interface PendingDeletion extends Place {
  /** The messages that followed the deleted one and stay; empty if they were deleted with it. */
  childIds: readonly string[]
  leafBefore: string | null
  leafAfter: string | null
  /** The services' counts that the deletion has made wrong, by message. */
  counts: readonly (readonly [string, number | null])[]
  /** True if the search index was still being built: it may take up the messages meanwhile. */
  isIndexing: boolean
  timer: NodeJS.Timeout
}

export interface Deletions {
  /** Counts what follows a message. Errors: messageMissing, conversationMissing. */
  measure: (messageId: string) => DeletionExtent
  /**
   * Takes a message out of its chat, alone or with all that follow it. What stays is joined to the
   * message before. Errors: messageMissing, conversationMissing; answerRunning if the message or
   * one that follows is being written.
   */
  delete: (input: { messageId: string; withFollowing: boolean }) => Deletion
  /**
   * Puts back what a deletion took. Errors: deletionFinal after two minutes, or while the message
   * before is itself deleted; conversationMissing.
   */
  undo: (deletionId: string) => TreePlace
  /** Forgets what could be undone: the next start erases it. */
  close: () => void
}

interface DeletionOptions {
  database: Database
  isRunning: IsRunning
  /** Erases soon what can't be undone any more. */
  purgeSoon: () => void
  log: (event: string, detail?: unknown) => void
  now?: () => number
  undoableMilliseconds?: number
}

/**
 * Creates the deletion of messages. Until a deletion is final, its messages are in a hidden chat of
 * their own that counts as unfinished: nothing lists, finds, counts or sends them, and the next
 * start erases them if Parley is killed before.
 */
export function createDeletions(options: DeletionOptions): Deletions {
  const { database, isRunning, purgeSoon, log, now = Date.now } = options
  const { undoableMilliseconds = undoableMs } = options
  const pending = new Map<string, PendingDeletion>()

  function makeFinal(deletionId: string): void {
    pending.delete(deletionId)
    try {
      const sql = 'UPDATE conversation SET removed_at = ? WHERE id = ? AND removed_at = ?'
      database.run(sql, erasedAt, deletionId, unfinishedAt)
      purgeSoon()
    } catch (error) {
      log('Deleted messages stay until the next start', error)
    }
  }

  return {
    measure: (messageId) => measure(database, messageId),
    delete(input) {
      const deletionId = randomUUID()
      const done = database.transaction(() =>
        deleteMessages(database, { ...input, deletionId, isRunning, at: now() }),
      )
      const { messages, nextId, ...deleted } = done
      const { conversationId } = deleted
      // The earlier counts are wrong, too, as long as this deletion stands.
      for (const [id, earlier] of pending) {
        if (earlier.conversationId === conversationId) pending.set(id, { ...earlier, counts: [] })
      }
      const timer = setTimeout(() => makeFinal(deletionId), undoableMilliseconds).unref()
      pending.set(deletionId, { ...deleted, timer })
      return { deletionId, conversationId, parentId: deleted.parentId, messages, nextId }
    },
    undo(deletionId) {
      const deleted = pending.get(deletionId)
      if (!deleted) throw deletionFinal()
      database.transaction(() => putBack(database, deletionId, deleted))
      clearTimeout(deleted.timer)
      pending.delete(deletionId)
      const { conversationId, parentId } = deleted
      return { conversationId, parentId }
    },
    close() {
      for (const { timer } of pending.values()) clearTimeout(timer)
      pending.clear()
    },
  }
}

function findPlace(database: Database, messageId: string): Place {
  const row = database.get('SELECT conversation_id, parent_id FROM message WHERE id = ?', messageId)
  if (!row) throw messageMissing(messageId)
  const { id: conversationId } = getConversation(database, String(row['conversation_id']))
  return { id: messageId, conversationId, parentId: textOf(row['parent_id']) }
}

function measure(database: Database, messageId: string): DeletionExtent {
  const { conversationId, parentId } = findPlace(database, messageId)
  const below = listBelow(database, messageId)
  const shown = new Set(
    database
      .all(`${branchToLeaf} SELECT id FROM branch`, leafOf(database, conversationId))
      .map((row) => String(row['id'])),
  )
  const following = below.slice(1)
  const shownFollowing = following.filter((id) => shown.has(id)).length
  return {
    following: shownFollowing,
    inOtherVersions: following.length - shownFollowing,
    leavesAnswerFirst: parentId === null && hasAnswer(database, conversationId, messageId),
  }
}

/** Tells whether an answer follows a message. */
function hasAnswer(database: Database, conversationId: string, parentId: string): boolean {
  const sql = `SELECT 1 FROM message
    WHERE conversation_id = ? AND parent_id = ? AND role = 'assistant' LIMIT 1`
  return database.get(sql, conversationId, parentId) !== undefined
}

/** Returns the ids of a message and all that follow it, the message first. */
function listBelow(database: Database, messageId: string): string[] {
  return database
    .all(`${messagesBelow} SELECT id FROM below`, messageId)
    .map((row) => String(row['id']))
}

interface DeletionInput {
  messageId: string
  withFollowing: boolean
  deletionId: string
  isRunning: IsRunning
  at: number
}

/** Moves messages into a hidden chat, within the open transaction. */
function deleteMessages(
  database: Database,
  { messageId, withFollowing, deletionId, isRunning, at }: DeletionInput,
): Omit<PendingDeletion, 'timer'> & Pick<Deletion, 'messages' | 'nextId'> {
  const place = findPlace(database, messageId)
  const { conversationId, parentId } = place
  const below = listBelow(database, messageId)
  if (below.some(isRunning)) {
    throw new AppError('answerRunning', 'An answer here is still being written')
  }
  const childIds = withFollowing ? [] : listChildren(database, place)
  const leafBefore = leafOf(database, conversationId)
  const ids = withFollowing ? below : [messageId]
  const beside = neighbour(database, place)
  const leafAfter = ids.includes(leafBefore ?? '')
    ? (newestBelow(database, childIds.at(-1) ?? beside)?.id ?? parentId)
    : leafBefore
  const counts = withFollowing ? [] : outdateCounts(database, messageId)
  insertHidden(database, deletionId, at)
  moveTo(database, deletionId, ids)
  setParent(database, [messageId], null)
  setParent(database, childIds, parentId)
  showLeaf(database, conversationId, leafAfter)
  // Their cost stays with the chat.
  recordRemoved(database, deletionId, conversationId)
  return {
    ...{ ...place, childIds, leafBefore, leafAfter, counts },
    isIndexing: earlierIndex(database) !== undefined,
    ...{ messages: ids.length, nextId: beside ?? parentId },
  }
}

function listChildren(database: Database, { id, conversationId }: Place): string[] {
  const sql = 'SELECT id FROM message WHERE conversation_id = ? AND parent_id = ? ORDER BY sequence'
  return database.all(sql, conversationId, id).map((row) => String(row['id']))
}

/** Returns the version before a message, or else after it; null if it has none. */
function neighbour(database: Database, { id, conversationId, parentId }: Place): string | null {
  const row = database.get(
    `SELECT other.id FROM message AS own JOIN message AS other
       ON other.conversation_id = ? AND other.parent_id IS ? AND other.id <> own.id
     WHERE own.id = ?
     ORDER BY other.sequence > own.sequence, abs(other.sequence - own.sequence) LIMIT 1`,
    ...[conversationId, parentId, id],
  )
  return textOf(row?.['id'])
}

/**
 * Marks the counts of the answers below a message as outdated, because they include the message.
 * Returns the counts.
 */
function outdateCounts(database: Database, messageId: string): [string, number | null][] {
  const counted = database.all(
    `${messagesBelow}
     SELECT message.id, context_tokens FROM below JOIN message ON message.id = below.id
     WHERE message.id <> ? AND context_tokens IS NOT ?`,
    ...[messageId, messageId, outdatedCount],
  )
  database.run(
    `${messagesBelow}
     UPDATE message SET context_tokens = ? WHERE id IN (SELECT id FROM below) AND id <> ?`,
    ...[messageId, outdatedCount, messageId],
  )
  return counted.map((row) => [String(row['id']), numberOf(row['context_tokens'])])
}

function insertHidden(database: Database, id: string, at: number): void {
  database.run(
    `INSERT INTO conversation (id, title, title_source, created_at, used_at, removed_at)
     VALUES (?, '', 'words', ?, ?, ?)`,
    ...[id, at, at, unfinishedAt],
  )
}

function moveTo(database: Database, conversationId: string, ids: readonly string[]): void {
  const sql = 'UPDATE message SET conversation_id = ? WHERE id IN (SELECT value FROM json_each(?))'
  database.run(sql, conversationId, JSON.stringify(ids))
}

function setParent(database: Database, ids: readonly string[], parentId: string | null): void {
  const sql = 'UPDATE message SET parent_id = ? WHERE id IN (SELECT value FROM json_each(?))'
  database.run(sql, parentId, JSON.stringify(ids))
}

/** Undoes a deletion, within the open transaction. What was written since stays beside it. */
function putBack(database: Database, deletionId: string, deleted: PendingDeletion): void {
  const { id, conversationId, parentId, childIds, leafBefore, leafAfter, counts } = deleted
  getConversation(database, conversationId)
  if (parentId !== null && !isInChat(database, conversationId, parentId)) throw deletionFinal()
  const ids = deleted.isIndexing ? listMessages(database, deletionId) : []
  database.run(
    'UPDATE message SET conversation_id = ? WHERE conversation_id = ?',
    ...[conversationId, deletionId],
  )
  indexAgain(database, ids)
  setParent(database, [id], parentId)
  database.run(
    `UPDATE message SET parent_id = ?
     WHERE conversation_id = ? AND parent_id IS ? AND id IN (SELECT value FROM json_each(?))`,
    ...[id, conversationId, parentId, JSON.stringify(childIds)],
  )
  database.run('DELETE FROM conversation WHERE id = ?', deletionId)
  if (childIds.length > 0) restoreCounts(database, id, counts)
  if (leafOf(database, conversationId) === leafAfter) {
    showLeaf(database, conversationId, leafBefore)
  }
}

function listMessages(database: Database, conversationId: string): string[] {
  return database
    .all('SELECT id FROM message WHERE conversation_id = ?', conversationId)
    .map((row) => String(row['id']))
}

/** Replaces what the index knows of messages, such as their chat. */
function indexAgain(database: Database, ids: readonly string[]): void {
  for (const id of ids) {
    const row = database.get('SELECT parts FROM message WHERE id = ?', id)
    indexMessage(database, id, textOfJson(row?.['parts']))
  }
}

function isInChat(database: Database, conversationId: string, messageId: string): boolean {
  const sql = 'SELECT 1 FROM message WHERE id = ? AND conversation_id = ?'
  return database.get(sql, messageId, conversationId) !== undefined
}

/** Answers that were counted without the message are outdated by its return. */
function restoreCounts(
  database: Database,
  messageId: string,
  counts: PendingDeletion['counts'],
): void {
  outdateCounts(database, messageId)
  for (const [id, count] of counts) {
    database.run('UPDATE message SET context_tokens = ? WHERE id = ?', count, id)
  }
}

function deletionFinal(): AppError {
  return new AppError('deletionFinal', 'This deletion can’t be undone any more')
}
