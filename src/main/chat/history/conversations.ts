import { AppError } from '../../../shared/errors.ts'
import { chat, conversationIdSchema, type Conversation } from '../../../shared/chat/chat.ts'
import { titleSortKey } from '../../../shared/chat/titleSortKey.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { oneLine, shortTitle } from './firstWords.ts'
import { readModel, readTime } from './readColumns.ts'
import { indexTitle, removeFromIndex } from '../search/searchIndex.ts'

/** The author of a title: the user's replaces a model's, and either replaces the first words. */
export type TitleSource = 'words' | 'model' | 'user'

export const conversationColumns = `conversation.id, conversation.title, conversation.provider_id,
  conversation.model_id, conversation.created_at, conversation.used_at, conversation.archived_at,
  conversation.folder_id, conversation.pin_key,
  EXISTS (
    SELECT 1 FROM message AS leaf
    LEFT JOIN message AS beside
      ON leaf.column_place IS NOT NULL AND beside.column_place IS NOT NULL
      AND beside.conversation_id = leaf.conversation_id AND beside.parent_id = leaf.parent_id
    WHERE leaf.id = conversation.leaf_id
      AND (leaf.status = 'awaiting' OR beside.status = 'awaiting')
  ) AS awaits_user`

const { folderId: folderIdSchema, pinKey: orderKeySchema } = chat.get.output.shape

/**
 * Reads a conversation's row. What another program has written there is made to fit, so that one
 * row never hides the others.
 */
export function readConversation(row: Row): Conversation {
  return {
    id: String(row['id']),
    title: shortTitle(String(row['title'])),
    model: readModel(row),
    createdAt: readTime(row['created_at']),
    usedAt: readTime(row['used_at']),
    awaitsUser: row['awaits_user'] === 1,
    isArchived: row['archived_at'] !== null,
    folderId: folderIdSchema.safeParse(row['folder_id']).data ?? null,
    pinKey: orderKeySchema.safeParse(row['pin_key']).data ?? null,
  }
}

/** Tells whether the page can name a conversation, and so list it. */
export function hasConversationId(row: Row): boolean {
  return conversationIdSchema.safeParse(row['id']).success
}

/** Returns a conversation. Errors: conversationMissing, also for a removed one. */
export function getConversation(database: Database, id: string): Conversation {
  const conversation = findConversation(database, id)
  if (!conversation) throw conversationMissing(id)
  return conversation
}

/** Returns undefined if there is no such conversation, or if it is removed. */
export function findConversation(database: Database, id: string): Conversation | undefined {
  const row = database.get(
    `SELECT ${conversationColumns} FROM conversation WHERE id = ? AND removed_at IS NULL`,
    id,
  )
  return row && readConversation(row)
}

export interface NewConversation extends Pick<
  Conversation,
  'id' | 'title' | 'model' | 'createdAt' | 'usedAt'
> {
  /** A folder that is missing counts as none. */
  folderId?: string | null | undefined
}

export function insertConversation(
  database: Database,
  { id, title, model, createdAt, usedAt, folderId = null }: NewConversation,
): void {
  database.transaction(() => {
    database.run(
      `INSERT INTO conversation
         (id, title, title_key, title_source, provider_id, model_id, created_at, used_at, folder_id)
       VALUES (?, ?, ?, 'words', ?, ?, ?, ?, (SELECT id FROM chat_folder WHERE id = ?))`,
      id,
      title,
      titleSortKey(title),
      model?.providerId ?? null,
      model?.modelId ?? null,
      createdAt,
      usedAt,
      folderId,
    )
    indexTitle(database, id, title)
  })
}

export function renameConversation(database: Database, id: string, title: string): Conversation {
  getConversation(database, id)
  setTitle(database, id, oneLine(title) || title, 'user')
  return getConversation(database, id)
}

/**
 * Replaces the title that was made from the first words. Returns false if the user has named or
 * removed the conversation meanwhile.
 */
export function replaceFirstWords(database: Database, id: string, title: string): boolean {
  const row = database.get(
    `SELECT 1 FROM conversation WHERE id = ? AND title_source = 'words' AND removed_at IS NULL`,
    id,
  )
  if (row) setTitle(database, id, title, 'model')
  return row !== undefined
}

function setTitle(database: Database, id: string, title: string, source: TitleSource): void {
  database.transaction(() => {
    database.run(
      'UPDATE conversation SET title = ?, title_key = ?, title_source = ? WHERE id = ?',
      title,
      titleSortKey(title),
      source,
      id,
    )
    indexTitle(database, id, title)
  })
}

export function setConversationModel(
  database: Database,
  id: string,
  model: ModelReference,
): Conversation {
  getConversation(database, id)
  const { providerId, modelId } = model
  database.run(
    'UPDATE conversation SET provider_id = ?, model_id = ? WHERE id = ?',
    providerId,
    modelId,
    id,
  )
  return getConversation(database, id)
}

/** Moves it to the top of the list. */
export function markUsed(database: Database, id: string, at: number): void {
  database.run('UPDATE conversation SET used_at = max(used_at, ?) WHERE id = ?', at, id)
}

/** Returns the id of the last message in the shown branch. */
export function leafOf(database: Database, id: string): string | null {
  const leaf = database.get('SELECT leaf_id FROM conversation WHERE id = ?', id)?.['leaf_id']
  return typeof leaf === 'string' ? leaf : null
}

export function showLeaf(database: Database, id: string, leafId: string | null): void {
  database.run('UPDATE conversation SET leaf_id = ? WHERE id = ?', leafId, id)
}

/** Moves a conversation into the archive at a time, or out of it with null. */
export function archiveConversation(
  database: Database,
  id: string,
  at: number | null,
): Conversation {
  getConversation(database, id)
  database.run('UPDATE conversation SET archived_at = ? WHERE id = ?', at, id)
  return getConversation(database, id)
}

/** Deletes a conversation with all its rows. */
export function eraseConversation(database: Database, id: string): void {
  database.transaction(() => {
    removeFromIndex(database, id)
    database.run(
      'DELETE FROM journal WHERE message_id IN (SELECT id FROM message WHERE conversation_id = ?)',
      id,
    )
    database.run('DELETE FROM queued_message WHERE conversation_id = ?', id)
    database.run('DELETE FROM message WHERE conversation_id = ?', id)
    database.run('DELETE FROM conversation WHERE id = ?', id)
  })
}

export function conversationMissing(id: string): AppError {
  return new AppError('conversationMissing', 'This conversation does not exist', { subject: id })
}
