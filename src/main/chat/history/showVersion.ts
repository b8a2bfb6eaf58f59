import type { Database } from '../../storage/connection.ts'
import { showLeaf } from './conversations.ts'
import { messageMissing } from './messages.ts'
import { messagesBelow } from './messagesBelow.ts'

/**
 * Shows the branch of this message, down to its newest message. Returns the conversation's id.
 */
export function showVersion(database: Database, messageId: string): string {
  const newest = newestBelow(database, messageId)
  if (!newest) throw messageMissing(messageId)
  showLeaf(database, newest.conversationId, newest.id)
  return newest.conversationId
}

/** Returns the newest of a message and those that follow it; undefined if there is no such message. */
export function newestBelow(
  database: Database,
  messageId: string | null,
): { id: string; conversationId: string } | undefined {
  // A message's sequence is greater than its parent's, so the greatest one is a leaf.
  const row = database.get(
    `${messagesBelow}
     SELECT message.id, message.conversation_id FROM message
     WHERE sequence = (SELECT max(sequence) FROM below)`,
    messageId,
  )
  return row && { id: String(row['id']), conversationId: String(row['conversation_id']) }
}
