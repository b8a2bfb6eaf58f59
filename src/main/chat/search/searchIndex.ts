import { indexTokens, signTokens } from '../../../shared/knowledge/searchTokens.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { earlierIndex } from './earlierIndex.ts'
import { traitColumns, traitTokens } from './traits.ts'

type Kind = 'title' | 'message'

export const searchTables = { title: 'title_words', message: 'message_words' } as const
const columns = { title: 'title', message: 'text' } as const

/** Replaces a message in the index. Its row exists already. */
export function indexMessage(database: Database, messageId: string, text: string): void {
  const row = database.get(
    `SELECT message.sequence, ${traitColumns}
     FROM message LEFT JOIN conversation ON conversation.id = message.conversation_id
     WHERE message.id = ?`,
    messageId,
  )
  if (!row) return
  putMessage(database, row, text)
  putEarlier(database, 'message', Number(row['sequence']), text)
}

export function indexTitle(database: Database, conversationId: string, title: string): void {
  const row = database.get('SELECT sequence FROM conversation WHERE id = ?', conversationId)
  if (!row) return
  putTitle(database, Number(row['sequence']), title)
  putEarlier(database, 'title', Number(row['sequence']), title)
}

/** Removes a conversation and its messages from the index, while their rows still exist. */
export function removeFromIndex(database: Database, conversationId: string): void {
  const earlier = earlierIndex(database)
  for (const { title, message } of earlier ? [searchTables, earlier] : [searchTables]) {
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

/** Writes one message to the present index: its sequence, its columns of traits, and its text. */
export function putMessage(database: Database, row: Row, text: string): void {
  const sequence = Number(row['sequence'])
  const tokens = `${indexTokens(text)} ${signTokens(text)} ${traitTokens(row)}`
  insert(database, searchTables.message, columns.message, sequence, tokens)
  const { provider_id: providerId, model_id: modelId } = row
  if (typeof providerId !== 'string' || typeof modelId !== 'string') return
  database.run('INSERT OR IGNORE INTO answering_model VALUES (?, ?)', providerId, modelId)
}

/** Writes one title to the present index. */
export function putTitle(database: Database, sequence: number, title: string): void {
  const tokens = `${indexTokens(title)} ${signTokens(title)}`
  insert(database, searchTables.title, columns.title, sequence, tokens.trim())
}

function putEarlier(database: Database, kind: Kind, sequence: number, text: string): void {
  const earlier = earlierIndex(database)
  if (earlier) insert(database, earlier[kind], columns[kind], sequence, earlier.tokens(text))
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
