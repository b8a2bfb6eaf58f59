import type { MessageOutline } from '../../../shared/chat/chat.ts'
import type { Database } from '../../storage/connection.ts'
import { getConversation } from './conversations.ts'
import { readRole } from './messageRow.ts'
import { messageMissing } from './messages.ts'

/**
 * Returns all messages of a branch before the given one, in reading order, without their texts:
 * SQLite knows a text's size without reading it. Errors: conversationMissing, messageMissing.
 */
export function outlineMessages(
  database: Database,
  { conversationId, before }: { conversationId: string; before: string },
): MessageOutline[] {
  getConversation(database, conversationId)
  const rows = database.all(
    `WITH RECURSIVE branch (id, parent_id, role, length, depth) AS (
       SELECT id, parent_id, role, octet_length(parts), 0 FROM message
       WHERE id = ? AND conversation_id = ?
       UNION ALL
       SELECT message.id, message.parent_id, message.role, octet_length(message.parts), depth + 1
       FROM branch JOIN message ON message.id = branch.parent_id
     )
     SELECT id, role, length FROM branch ORDER BY depth DESC`,
    before,
    conversationId,
  )
  if (rows.length === 0) throw messageMissing(before)
  return rows
    .slice(0, -1)
    .map((row) => ({ id: String(row['id']), role: readRole(row), length: Number(row['length']) }))
}
