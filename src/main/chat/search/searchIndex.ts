import { indexTokens } from '../../../shared/knowledge/searchTokens.ts'
import type { Database } from '../../storage/connection.ts'
import { earlierTables, earlierTokens, isEarlierNeeded } from './earlierIndex.ts'

type Kind = 'title' | 'message'

export const searchTables = { title: 'title_search', message: 'message_search' } as const
const columns = { title: 'title', message: 'text' } as const

/** Replaces a message's text in the index. */
export function indexMessage(database: Database, messageId: string, text: string): void {
  const row = database.get('SELECT sequence FROM message WHERE id = ?', messageId)
  if (row) replace(database, 'message', Number(row['sequence']), text)
}

export function indexTitle(database: Database, conversationId: string, title: string): void {
  const row = database.get('SELECT sequence FROM conversation WHERE id = ?', conversationId)
  if (row) replace(database, 'title', Number(row['sequence']), title)
}

/** Removes a conversation and its messages from the index, while their rows still exist. */
export function removeFromIndex(database: Database, conversationId: string): void {
  const tables = isEarlierNeeded(database) ? [searchTables, earlierTables] : [searchTables]
  for (const { title, message } of tables) {
    database.run(
      `DELETE FROM ${message}
       WHERE rowid IN (SELECT sequence FROM message WHERE conversation_id = ?)`,
      conversationId,
    )
    database.run(
      `DELETE FROM ${title} WHERE rowid IN (SELECT sequence FROM conversation WHERE id = ?)`,
      conversationId,
    )
  }
}

function replace(database: Database, kind: Kind, sequence: number, text: string): void {
  put(database, kind, sequence, text)
  if (!isEarlierNeeded(database)) return
  insert(database, earlierTables[kind], columns[kind], sequence, earlierTokens(text))
}

/** Writes one row of the new index. */
export function put(database: Database, kind: Kind, sequence: number, text: string): void {
  insert(database, searchTables[kind], columns[kind], sequence, indexTokens(text))
}

function insert(
  database: Database,
  table: string,
  column: string,
  sequence: number,
  tokens: string,
): void {
  database.run(`DELETE FROM ${table} WHERE rowid = ?`, sequence)
  if (tokens === '') return
  database.run(`INSERT INTO ${table} (rowid, ${column}) VALUES (?, ?)`, sequence, tokens)
}
