import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Conversation } from '../../../shared/chat/chat.ts'
import { titleSortKey } from '../../../shared/chat/titleSortKey.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../storage/connection.ts'
import { indexMessage, indexTitle } from '../search/searchIndex.ts'
import { branchToLeaf } from './branchToLeaf.ts'
import { eraseConversation, getConversation } from './conversations.ts'
import { oneLine } from './firstWords.ts'
import { textOfJson } from './messageParts.ts'
import { messageMissing } from './messages.ts'
import { unfinishedAt } from './trash.ts'

/** Milliseconds per transaction; main answers other requests between two of them. */
const sliceMilliseconds = 8

/** SQL: the columns that a copied message shares with its original. */
export const copiedColumns = `role, status, provider_id, model_id, created_at,
  first_token_milliseconds, duration_milliseconds, request_id, usage, error, citations, parts,
  warnings, context_tokens`

/** Copies what another feature stores about chats and messages, within the open transaction. */
export interface ChatCopier {
  copyChat: (fromId: string, toId: string) => void
  copyMessage: (fromId: string, toId: string) => void
}

export interface BranchDependencies {
  database: Database
  copiers: readonly ChatCopier[]
  now: () => number
  /** Milliseconds on a clock that never goes back. */
  clock?: () => number
  /** Waits between two slices. */
  pause?: () => Promise<unknown>
}

/**
 * Copies the path from the first message to `messageId` into a new chat, which refers to the same
 * files and keeps the chat's model and choices. The new chat counts as removed until it is whole,
 * and the next start erases what a kill leaves of it. Errors: messageMissing, conversationMissing,
 * answerUnfinished.
 */
export async function branchChat(
  dependencies: BranchDependencies,
  { messageId, title }: { messageId: string; title: string },
): Promise<Conversation> {
  const { database, copiers, now, clock = () => performance.now(), pause = nextTurn } = dependencies
  const id = randomUUID()
  const path = readPath(database, messageId)
  let copied = 0
  let leafId: string | null = null

  function copySlice(): void {
    const end = clock() + sliceMilliseconds
    for (const fromId of path.slice(copied)) {
      const parentId = leafId
      leafId = randomUUID()
      copyMessage(database, fromId, { id: leafId, conversationId: id, parentId })
      for (const copier of copiers) copier.copyMessage(fromId, leafId)
      copied += 1
      if (clock() >= end) return
    }
  }

  try {
    database.transaction(() => {
      const from = chatOf(database, messageId)
      insertHidden(database, { id, from, title: oneLine(title), at: now() })
      for (const copier of copiers) copier.copyChat(from, id)
    }, 'deferred')
    while (copied < path.length) {
      database.transaction(copySlice, 'deferred')
      if (copied < path.length) await pause()
    }
    return database.transaction(() => {
      database.run(
        'UPDATE conversation SET leaf_id = ?, removed_at = NULL WHERE id = ?',
        leafId,
        id,
      )
      return getConversation(database, id)
    })
  } catch (error) {
    discard(database, id)
    throw error
  }
}

/** Returns the ids from the first message to this one. */
function readPath(database: Database, messageId: string): string[] {
  return database
    .all(
      `${branchToLeaf} SELECT message.id FROM branch JOIN message ON message.id = branch.id
       ORDER BY message.sequence`,
      messageId,
    )
    .map((row) => String(row['id']))
}

/** Returns the id of a message's chat, which must not be removed. */
function chatOf(database: Database, messageId: string): string {
  const row = database.get('SELECT conversation_id FROM message WHERE id = ?', messageId)
  if (!row) throw messageMissing(messageId)
  return getConversation(database, String(row['conversation_id'])).id
}

/** Inserts a chat without messages that no list shows yet. */
function insertHidden(
  database: Database,
  { id, from, title, at }: { id: string; from: string; title: string; at: number },
): void {
  database.run(
    `INSERT INTO conversation
       (id, title, title_key, title_source, provider_id, model_id, created_at, used_at, removed_at,
        folder_id)
     SELECT ?, ?, ?, title_source, provider_id, model_id, ?, ?, ?, folder_id
     FROM conversation WHERE id = ?`,
    ...[id, title, titleSortKey(title), at, at, unfinishedAt, from],
  )
  indexTitle(database, id, title)
}

function copyMessage(
  database: Database,
  fromId: string,
  to: { id: string; conversationId: string; parentId: string | null },
): void {
  const copy = database.get(
    `INSERT INTO message (id, conversation_id, parent_id, ${copiedColumns})
     SELECT ?, ?, ?, ${copiedColumns} FROM message
     WHERE id = ? AND status NOT IN ('streaming', 'awaiting')
     RETURNING parts`,
    ...[to.id, to.conversationId, to.parentId, fromId],
  )
  if (!copy) throw new AppError('answerUnfinished', 'This answer has not ended')
  indexMessage(database, to.id, textOfJson(copy['parts']))
}

/** Erases what a failed branch has left. */
function discard(database: Database, id: string): void {
  try {
    eraseConversation(database, id)
  } catch {
    // The next start erases it: it counts as removed.
  }
}
