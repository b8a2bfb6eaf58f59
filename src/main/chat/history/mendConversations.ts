import type { Database } from '../../storage/connection.ts'
import { insertConversation } from './conversations.ts'
import { titleFromText } from './firstWords.ts'
import { nameableText, searchableText } from './messageParts.ts'
import { messageColumns, readMessageRow } from './messageRow.ts'
import { indexMessage, indexTitle } from '../search/searchIndex.ts'

/**
 * Makes the rows saved by a repair consistent. A message without its conversation gets a new one, a
 * message without its parent follows the one before it, and the search index is rebuilt.
 */
export function mendConversations(database: Database): void {
  adoptMessages(database)
  reconnectMessages(database)
  chooseLeaves(database)
  // The new index contains everything, so the rest lists of the damaged file are dropped.
  database.exec('DELETE FROM search_rest; DELETE FROM words_rest;')
  for (const row of database.iterate('SELECT id, title FROM conversation')) {
    indexTitle(database, String(row['id']), String(row['title']))
  }
  for (const row of database.iterate(`SELECT ${messageColumns} FROM message`)) {
    const message = readMessageRow(row)
    indexMessage(database, message.id, searchableText(message.parts))
  }
}

function adoptMessages(database: Database): void {
  const lost = database.all(
    `SELECT conversation_id AS id, min(created_at) AS created_at, max(created_at) AS used_at
     FROM (SELECT conversation_id, created_at FROM message
           UNION ALL SELECT conversation_id, created_at FROM queued_message)
     WHERE conversation_id NOT IN (SELECT id FROM conversation)
     GROUP BY conversation_id`,
  )
  for (const row of lost) {
    const id = String(row['id'])
    const first = database.get(
      `SELECT ${messageColumns} FROM message WHERE conversation_id = ? ORDER BY sequence LIMIT 1`,
      id,
    )
    const message = first && readMessageRow(first)
    const title = message ? titleFromText(nameableText(message.parts)) : ''
    insertConversation(database, {
      id,
      title,
      model: message?.model ?? null,
      createdAt: Number(row['created_at']),
      usedAt: Number(row['used_at']),
    })
  }
}

function reconnectMessages(database: Database): void {
  database.exec(`
    UPDATE message SET parent_id = (
      SELECT earlier.id FROM message AS earlier
      WHERE earlier.conversation_id = message.conversation_id
        AND earlier.sequence < message.sequence
      ORDER BY earlier.sequence DESC LIMIT 1
    )
    WHERE parent_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM message AS parent
      WHERE parent.id = message.parent_id AND parent.conversation_id = message.conversation_id
        AND parent.sequence < message.sequence
    )
  `)
}

function chooseLeaves(database: Database): void {
  database.exec(`
    UPDATE conversation SET leaf_id = (
      SELECT id FROM message
      WHERE conversation_id = conversation.id ORDER BY sequence DESC LIMIT 1
    )
    WHERE NOT EXISTS (
      SELECT 1 FROM message
      WHERE message.id = conversation.leaf_id AND message.conversation_id = conversation.id
    )
  `)
}
