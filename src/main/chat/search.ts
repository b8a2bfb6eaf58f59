import type { SearchHit } from '../../shared/chat.ts'
import type { Database, Row } from '../storage/connection.ts'
import { conversationColumns, readConversation } from './conversations.ts'
import { makeExcerpt } from './excerpt.ts'
import { textOf } from './messageParts.ts'
import { messageColumns, readMessageRow } from './messageRow.ts'
import { searchable } from './searchIndex.ts'

const termsMaximum = 20
/** Bounds a search for a word that stands everywhere in one long conversation. */
const rowsReadMaximum = 5000

/**
 * Finds the conversations that hold every word of the query in the title or in one message: titles
 * first, then messages, the newest first; one hit a conversation. A word also matches as the
 * beginning of a longer one. What is no word, such as an emoji, is looked for as it stands, among
 * the newest messages.
 */
export function search(
  database: Database,
  { query, limit }: { query: string; limit: number },
): SearchHit[] {
  const terms = splitTerms(query)
  if (terms.length === 0) return []
  const expression = toMatchExpression(terms)
  const hits = expression === '' ? findSymbols(database, terms) : findWords(database, expression)
  const byConversation = new Map<string, SearchHit>()
  for (const { conversationId, messageId } of hits) {
    if (byConversation.size >= limit) break
    if (byConversation.has(conversationId)) continue
    const hit = readHit(database, conversationId, messageId, terms)
    if (hit) byConversation.set(conversationId, hit)
  }
  return [...byConversation.values()]
}

export function splitTerms(query: string): string[] {
  const terms = query.toWellFormed().split(/[\s\p{Cc}]+/u)
  return terms.filter((term) => term !== '').slice(0, termsMaximum)
}

/** Every word is quoted, so that none of FTS5's operators is one; empty where there is no word. */
export function toMatchExpression(terms: readonly string[]): string {
  return terms
    .filter((term) => /[\p{L}\p{N}\p{Co}]/u.test(term))
    .map((term) => `"${searchable(term).replaceAll('"', '""')}"${isBeginning(term) ? '*' : ''}`)
    .join(' AND ')
}

/** A single letter begins too many words for its search to be quick, or of use. */
function isBeginning(term: string): boolean {
  return Array.from(term).length > 1
}

interface Found {
  conversationId: string
  /** Null where the title matched. */
  messageId: string | null
}

function* findWords(database: Database, expression: string): Iterable<Found> {
  const titles = database.iterate(
    `SELECT conversation.id AS conversation_id, NULL AS id
     FROM title_search JOIN conversation ON conversation.sequence = title_search.rowid
     WHERE title_search MATCH ? ORDER BY title_search.rowid DESC LIMIT ?`,
    expression,
    rowsReadMaximum,
  )
  for (const row of titles) yield readFound(row)
  const messages = database.iterate(
    `SELECT message.conversation_id, message.id
     FROM message_search JOIN message ON message.sequence = message_search.rowid
     WHERE message_search MATCH ? ORDER BY message_search.rowid DESC LIMIT ?`,
    expression,
    rowsReadMaximum,
  )
  for (const row of messages) yield readFound(row)
}

function* findSymbols(database: Database, terms: readonly string[]): Iterable<Found> {
  const titles = database.iterate(
    'SELECT id AS conversation_id, NULL AS id, title FROM conversation ORDER BY used_at DESC LIMIT ?',
    rowsReadMaximum,
  )
  for (const row of titles) {
    if (holdsAll(String(row['title']), terms)) yield readFound(row)
  }
  const messages = database.iterate(
    `SELECT ${messageColumns} FROM message ORDER BY sequence DESC LIMIT ?`,
    rowsReadMaximum,
  )
  for (const row of messages) {
    if (holdsAll(textOf(readMessageRow(row).parts), terms)) yield readFound(row)
  }
}

function holdsAll(text: string, terms: readonly string[]): boolean {
  return terms.every((term) => text.includes(term))
}

function readFound(row: Row): Found {
  const { conversation_id: conversationId, id } = row
  return { conversationId: String(conversationId), messageId: typeof id === 'string' ? id : null }
}

/** Undefined for what lies in a removed conversation. */
function readHit(
  database: Database,
  conversationId: string,
  messageId: string | null,
  terms: readonly string[],
): SearchHit | undefined {
  const row = database.get(
    `SELECT ${conversationColumns} FROM conversation WHERE id = ? AND removed_at IS NULL`,
    conversationId,
  )
  if (!row) return undefined
  const conversation = readConversation(row)
  if (messageId === null) {
    return { conversation, messageId, excerpt: makeExcerpt(conversation.title, terms) }
  }
  const message = database.get(`SELECT ${messageColumns} FROM message WHERE id = ?`, messageId)
  const text = message ? textOf(readMessageRow(message).parts) : ''
  return { conversation, messageId, excerpt: makeExcerpt(text, terms) }
}
