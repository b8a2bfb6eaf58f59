import type { Conversation, Message } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../storage/connection.ts'
import { branchToLeaf } from './branchToLeaf.ts'
import { getConversation, leafOf, setConversationModel, showLeaf } from './conversations.ts'
import { endWaiting, getMessage, type IsRunning } from './messages.ts'
import { newestBelow } from './showVersion.ts'

/** Puts answers to one question side by side, in this order. */
export function setColumns(database: Database, ids: readonly string[]): void {
  ids.forEach((id, place) => {
    database.run('UPDATE message SET column_place = ? WHERE id = ?', place, id)
  })
}

/** Tells whether an answer has a place among columns. */
export function isInColumn(database: Database, id: string): boolean {
  return placeOf(database, id) !== undefined
}

function placeOf(database: Database, id: string): number | undefined {
  const row = database.get('SELECT column_place FROM message WHERE id = ?', id)
  const place = row?.['column_place']
  return typeof place === 'number' ? place : undefined
}

/** Gives the column of an answer to another version of it. Returns false if it is in none. */
export function takeColumn(database: Database, earlierId: string, id: string): boolean {
  const place = placeOf(database, earlierId)
  if (place === undefined) return false
  database.run('UPDATE message SET column_place = NULL WHERE id = ?', earlierId)
  database.run('UPDATE message SET column_place = ? WHERE id = ?', place, id)
  return true
}

/** Tells whether the shown branch of a conversation goes through a message. */
export function isShown(database: Database, conversationId: string, messageId: string): boolean {
  const leaf = leafOf(database, conversationId)
  return (
    database.get(`${branchToLeaf} SELECT 1 FROM branch WHERE id = ?`, leaf, messageId) !== undefined
  )
}

/**
 * Goes on with one answer in a column, and with its model. The others stay as versions; those being
 * written are stopped. Returns the conversation. Errors: messageMissing, conversationMissing;
 * conflict if the answer is in no column, or is being written.
 */
export function goOnWithColumn(
  database: Database,
  { stop, isRunning }: { stop: (messageId: string) => void; isRunning: IsRunning },
  messageId: string,
): Conversation {
  const message = getMessage(database, messageId, isRunning)
  const { conversationId, columns, status, model } = message
  getConversation(database, conversationId)
  if (!columns || status === 'streaming') {
    throw new AppError('conflict', 'This answer is in no column, or is being written')
  }
  for (const id of columns) if (id !== messageId) stop(id)
  database.transaction(() => {
    endColumns(database, message)
    // The messages that follow the shown one stay in sight.
    if (!isShown(database, conversationId, messageId)) {
      showLeaf(database, conversationId, newestBelow(database, messageId)?.id ?? messageId)
    }
    if (model) setConversationModel(database, conversationId, model)
  })
  return getConversation(database, conversationId)
}

/** Takes an answer and those beside it out of their columns. Only the answer may still wait. */
export function endColumns(database: Database, { id, columns = [] }: Message): void {
  for (const column of columns) {
    if (column !== id) endWaiting(database, column)
    database.run('UPDATE message SET column_place = NULL WHERE id = ?', column)
  }
}
