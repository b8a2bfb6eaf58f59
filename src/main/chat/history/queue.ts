import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { maxQueueLength } from '../../../shared/limits.ts'
import type { QueuedMessage } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import { attachmentSchema } from '../../../shared/chat/parts.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import { readJson } from '../../storage/columns.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { getConversation } from './conversations.ts'
import { readTime } from './readColumns.ts'
import { messageMissing } from './messages.ts'

const columns = 'id, conversation_id, text, files, created_at'
const filesSchema = z.array(attachmentSchema)

export interface Enqueue {
  database: Database
  now: () => number
  /** Errors: attachmentMissing, attachmentsTooLarge. */
  assertStored: (files: readonly Attachment[]) => void
}

/** Returns a conversation's queued messages, in the order in which they came. */
export function listQueued(database: Database, conversationId: string): QueuedMessage[] {
  return database
    .all(
      `SELECT ${columns} FROM queued_message WHERE conversation_id = ? ORDER BY sequence`,
      conversationId,
    )
    .map(readQueued)
}

/** Returns a queued message. Errors: messageMissing if it was sent or taken back meanwhile. */
function getQueued(database: Database, id: string): QueuedMessage {
  const row = database.get(`SELECT ${columns} FROM queued_message WHERE id = ?`, id)
  if (!row) throw messageMissing(id)
  return readQueued(row)
}

/**
 * Adds a message to the queue. Errors: conversationMissing, attachmentMissing, attachmentsTooLarge,
 * badInput, conflict if the queue is full.
 */
export function enqueue(
  { database, now, assertStored }: Enqueue,
  { conversationId, text, files }: Pick<QueuedMessage, 'conversationId' | 'text' | 'files'>,
): QueuedMessage {
  if (text.trim() === '' && files.length === 0) {
    throw new AppError('badInput', 'There is nothing to send')
  }
  assertStored(files)
  return database.transaction(() => {
    getConversation(database, conversationId)
    if (listQueued(database, conversationId).length >= maxQueueLength) {
      throw new AppError('conflict', 'Too many messages wait already')
    }
    const id = randomUUID()
    const createdAt = now()
    database.run(
      `INSERT INTO queued_message (${columns}) VALUES (?, ?, ?, ?, ?)`,
      id,
      conversationId,
      text,
      JSON.stringify(files),
      createdAt,
    )
    return { id, conversationId, text, files, createdAt }
  })
}

/** Takes a message out of the queue and returns it. Errors: messageMissing. */
export function dequeue(database: Database, id: string): QueuedMessage {
  return database.transaction(() => {
    const queued = getQueued(database, id)
    database.run('DELETE FROM queued_message WHERE id = ?', id)
    return queued
  })
}

function readQueued(row: Row): QueuedMessage {
  return {
    id: String(row['id']),
    conversationId: String(row['conversation_id']),
    text: String(row['text']),
    files: readJson(row['files'], filesSchema) ?? [],
    createdAt: readTime(row['created_at']),
  }
}
