import type { Message } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Citation, Part } from '../../../shared/chat/parts.ts'
import { textOf, writeJson } from '../../storage/columns.ts'
import type { Database } from '../../storage/connection.ts'
import { getConversation } from './conversations.ts'
import { atRest, isSpoken } from '../tools/toolCallStates.ts'
import { clearJournal, readJournal } from './journal.ts'
import { joinContinuation, searchableText } from './messageParts.ts'
import { messageColumns, readMessageRow, type StoredMessage } from './messageRow.ts'
import { indexMessage } from '../search/searchIndex.ts'

/** Tells whether a reply is still writing this message. */
export type IsRunning = (messageId: string) => boolean

/** The fields of an answer that are set when it ends. */
export type Outcome = Pick<
  Message,
  | 'status'
  | 'parts'
  | 'citations'
  | 'warnings'
  | 'error'
  | 'usage'
  | 'requestId'
  | 'firstTokenMilliseconds'
  | 'durationMilliseconds'
> & {
  /**
   * Tokens of the conversation as the service counted them; `null` for unknown. Without it, the
   * stored number stays.
   */
  contextTokens?: number | null
}

export interface MessagePage {
  messages: Message[]
  more: boolean
}

/** Returns a message. Errors: messageMissing. */
export function getMessage(database: Database, id: string, isRunning: IsRunning): Message {
  const row = database.get(`SELECT ${messageColumns} FROM message WHERE id = ?`, id)
  if (!row) throw messageMissing(id)
  return complete(database, readMessageRow(row), isRunning)
}

/**
 * Returns a page of the shown branch in reading order. Walks from `before`, or the shown leaf,
 * towards the root, and reads nothing beyond the page. Errors: conversationMissing, messageMissing.
 */
export function listMessages(
  database: Database,
  input: { conversationId: string; before: string | null; limit: number },
  isRunning: IsRunning,
): MessagePage {
  const start = findPageEnd(database, input.conversationId, input.before)
  if (start === null) return { messages: [], more: false }
  const rows = database.all(
    `WITH RECURSIVE branch (id, parent_id, depth) AS (
       SELECT id, parent_id, 0 FROM message WHERE id = ?
       UNION ALL
       SELECT message.id, message.parent_id, depth + 1
       FROM branch JOIN message ON message.id = branch.parent_id
       LIMIT ?
     )
     SELECT ${messageColumns} FROM branch JOIN message ON message.id = branch.id
     ORDER BY depth DESC`,
    start,
    input.limit,
  )
  const messages = rows.map((row) => complete(database, readMessageRow(row), isRunning))
  return { messages, more: (messages[0]?.parentId ?? null) !== null }
}

export function insertMessage(database: Database, message: StoredMessage): void {
  database.transaction(() => {
    database.run(
      `INSERT INTO message
         (id, conversation_id, parent_id, role, status, provider_id, model_id, created_at, parts)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      message.id,
      message.conversationId,
      message.parentId,
      message.role,
      message.status,
      message.model?.providerId ?? null,
      message.model?.modelId ?? null,
      message.createdAt,
      JSON.stringify(message.parts),
    )
    if (message.status !== 'streaming') {
      indexMessage(database, message.id, searchableText(message.parts))
    }
  })
}

/** Marks an answer as running, to be continued after these parts; its journal is empty then. */
export function markStreaming(database: Database, id: string, parts: readonly Part[]): void {
  database.run(
    `UPDATE message SET status = 'streaming', error = NULL, parts = ? WHERE id = ?`,
    JSON.stringify(parts),
    id,
  )
}

/** Saves the parts of an answer whose call waits for the user, with the citations in them. */
export function saveParts(
  database: Database,
  id: string,
  parts: readonly Part[],
  citations?: readonly Citation[],
): void {
  database.run('UPDATE message SET parts = ? WHERE id = ?', JSON.stringify(parts), id)
  if (!citations) return
  database.run('UPDATE message SET citations = ? WHERE id = ?', JSON.stringify(citations), id)
}

/**
 * Ends an answer that waits for the user, as Stop does; does nothing for any other. Returns the
 * conversation's id if it ended one.
 */
export function endWaiting(database: Database, id: string): string | undefined {
  return database.transaction(() => {
    const message = getMessage(database, id, () => true)
    if (message.status !== 'awaiting') return undefined
    finishMessage(database, id, { ...message, ...atRest(message.parts, 'stopped') })
    return message.conversationId
  })
}

/**
 * Ends an answer that waits for the user, unless its calls are a realtime session's: the talk goes
 * on while they wait.
 */
export function endWaitingWritten(database: Database, id: string): void {
  const { parts } = getMessage(database, id, () => true)
  if (!isSpoken(parts)) endWaiting(database, id)
}

/** Saves an answer's end and deletes its journal. */
export function finishMessage(database: Database, id: string, outcome: Outcome): void {
  database.transaction(() => {
    database.run(
      `UPDATE message SET status = ?, parts = ?, citations = ?, warnings = ?, error = ?, usage = ?,
         request_id = ?, first_token_milliseconds = ?, duration_milliseconds = ?
       WHERE id = ?`,
      outcome.status,
      JSON.stringify(outcome.parts),
      JSON.stringify(outcome.citations),
      JSON.stringify(outcome.warnings),
      writeJson(outcome.error),
      writeJson(outcome.usage),
      outcome.requestId,
      outcome.firstTokenMilliseconds,
      outcome.durationMilliseconds,
      id,
    )
    const { contextTokens } = outcome
    if (contextTokens !== undefined) {
      database.run('UPDATE message SET context_tokens = ? WHERE id = ?', contextTokens, id)
    }
    clearJournal(database, id)
    indexMessage(database, id, searchableText(outcome.parts))
  })
}

/**
 * Completes a stored message: adds the journal of a running answer, or marks it `interrupted` if
 * nobody writes it.
 */
function complete(database: Database, stored: StoredMessage, isRunning: IsRunning): Message {
  const versions = listVersions(database, stored)
  if (stored.status !== 'streaming') return { ...stored, ...versions }
  const journalled = readJournal(database, stored.id)
  const parts = joinContinuation(stored.parts, journalled.pieces)
  return {
    ...stored,
    ...(isRunning(stored.id) ? { parts } : atRest(parts, 'interrupted')),
    citations: [...stored.citations, ...journalled.citations],
    warnings: [...stored.warnings, ...journalled.warnings],
    requestId: journalled.requestId ?? stored.requestId,
    ...versions,
  }
}

/** Returns the ids of a message's versions, and of those in columns if there are several. */
function listVersions(
  database: Database,
  { id, conversationId, parentId }: StoredMessage,
): Pick<Message, 'siblings' | 'columns'> {
  const rows = database.all(
    `SELECT id, column_place FROM message WHERE conversation_id = ? AND parent_id IS ?
     ORDER BY sequence`,
    conversationId,
    parentId,
  )
  const columns = rows
    .filter((row) => row['column_place'] !== null)
    .toSorted((first, second) => Number(first['column_place']) - Number(second['column_place']))
    .map((row) => String(row['id']))
  return {
    siblings: rows.map((row) => String(row['id'])),
    ...(columns.length > 1 && columns.includes(id) && { columns }),
  }
}

function findPageEnd(
  database: Database,
  conversationId: string,
  before: string | null,
): string | null {
  getConversation(database, conversationId)
  if (before === null) {
    const row = database.get('SELECT leaf_id FROM conversation WHERE id = ?', conversationId)
    return textOf(row?.['leaf_id'])
  }
  const row = database.get(
    'SELECT parent_id FROM message WHERE id = ? AND conversation_id = ?',
    before,
    conversationId,
  )
  if (!row) throw messageMissing(before)
  return textOf(row['parent_id'])
}

export function messageMissing(id: string): AppError {
  return new AppError('messageMissing', 'This message does not exist', { subject: id })
}
