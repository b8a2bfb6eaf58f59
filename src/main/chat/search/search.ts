import type { SearchHit } from '../../../shared/chat/chat.ts'
import { findTerm, readTerms, type SearchTerm } from '../../../shared/knowledge/searchTokens.ts'
import { foldedText } from '../../../shared/knowledge/textSearch.ts'
import type { Database, Row } from '../../storage/connection.ts'
import {
  conversationColumns,
  hasConversationId,
  readConversation,
} from '../history/conversations.ts'
import { earlierExpression, earlierTables, isEarlierNeeded } from './earlierIndex.ts'
import { makeExcerpt } from './excerpt.ts'
import { textOfJson } from '../history/messageParts.ts'
import { searchTables } from './searchIndex.ts'

/** Rows read for one search, which bounds a word that is everywhere in a long conversation. */
const maxRowsRead = 5000
/** Texts read that turn out not to contain what the index suggested. */
const maxMisses = 1000

/**
 * Finds the conversations that contain every word of the query in the title or in one message:
 * titles first, then messages, the newest first, one hit per conversation. A word also matches as a
 * prefix. Symbols that the index lacks, such as `#`, are searched literally among the newest
 * messages.
 */
export function search(
  database: Database,
  { query, limit }: { query: string; limit: number },
): SearchHit[] {
  const terms = readTerms(query)
  if (terms.length === 0) return []
  const read = createHitReader(database, terms)
  const hits: SearchHit[] = []
  const seen = new Set<string>()
  let misses = 0
  for (const found of find(database, query, terms)) {
    if (hits.length >= limit || misses >= maxMisses) break
    if (seen.has(found.conversationId)) continue
    const hit = read(found)
    if (hit === 'miss') {
      misses += 1
      continue
    }
    seen.add(found.conversationId)
    if (hit) hits.push(hit)
  }
  return hits
}

interface Found {
  conversationId: string
  /** Null if the title matched. */
  messageId: string | null
}

function find(database: Database, query: string, terms: readonly SearchTerm[]): Iterable<Found> {
  if (isEarlierNeeded(database)) {
    const expression = earlierExpression(query)
    if (expression !== '') return findWords(database, earlierTables, expression)
  } else {
    const expression = toMatchExpression(terms)
    if (expression !== '') return findWords(database, searchTables, expression)
  }
  return findSymbols(database, terms)
}

/**
 * Returns the FTS5 expression for the terms, empty without tokens. Every token is quoted, so that
 * none acts as an operator.
 */
export function toMatchExpression(terms: readonly SearchTerm[]): string {
  return terms
    .flatMap(({ tokens }) => tokens)
    .map(({ text, isBeginning }) => `"${text}"${isBeginning ? '*' : ''}`)
    .join(' AND ')
}

function* findWords(
  database: Database,
  { title, message }: { title: string; message: string },
  expression: string,
): Iterable<Found> {
  const titles = database.iterate(
    `SELECT conversation.id AS conversation_id, NULL AS id
     FROM ${title} JOIN conversation ON conversation.sequence = ${title}.rowid
     WHERE ${title} MATCH ? ORDER BY ${title}.rowid DESC LIMIT ?`,
    expression,
    maxRowsRead,
  )
  for (const row of titles) yield readFound(row)
  const messages = database.iterate(
    `SELECT message.conversation_id, message.id
     FROM ${message} JOIN message ON message.sequence = ${message}.rowid
     WHERE ${message} MATCH ? ORDER BY ${message}.rowid DESC LIMIT ?`,
    expression,
    maxRowsRead,
  )
  for (const row of messages) yield readFound(row)
}

/**
 * Yields the newest messages whose raw text contains the symbols; reading the hit checks it
 * closely.
 */
function* findSymbols(database: Database, terms: readonly SearchTerm[]): Iterable<Found> {
  const [first = ''] = terms.map(({ pieces }) => pieces[0]?.text)
  const titles = database.iterate(
    `SELECT id AS conversation_id, NULL AS id
     FROM (SELECT id, title FROM conversation ORDER BY used_at DESC LIMIT ?)
     WHERE instr(title, ?)`,
    maxRowsRead,
    first,
  )
  for (const row of titles) yield readFound(row)
  const messages = database.iterate(
    `SELECT conversation_id, id
     FROM (SELECT conversation_id, id, parts FROM message ORDER BY sequence DESC LIMIT ?)
     WHERE instr(parts, ?)`,
    maxRowsRead,
    JSON.stringify(first).slice(1, -1),
  )
  for (const row of messages) yield readFound(row)
}

function readFound(row: Row): Found {
  const { conversation_id: conversationId, id } = row
  return { conversationId: String(conversationId), messageId: typeof id === 'string' ? id : null }
}

/** Reads a hit. Returns undefined in a removed conversation, `miss` if the text lacks a term. */
type ReadHit = (found: Found) => SearchHit | 'miss' | undefined

function createHitReader(database: Database, terms: readonly SearchTerm[]): ReadHit {
  const hasTokens = terms.some(({ tokens }) => tokens.length > 0)
  // If there are words, terms that the index lacks are ignored.
  const uncertain = hasTokens
    ? terms.filter(({ tokens, isCertain }) => tokens.length > 0 && !isCertain)
    : terms
  const holdsAll = (text: string): boolean => {
    if (uncertain.length === 0) return true
    const folded = foldedText(text.normalize('NFKC'))
    return uncertain.every((term) => findTerm(folded, term))
  }

  return ({ conversationId, messageId }) => {
    const row = database.get(
      `SELECT ${conversationColumns} FROM conversation WHERE id = ? AND removed_at IS NULL`,
      conversationId,
    )
    if (!row || !hasConversationId(row)) return undefined
    const text = messageId === null ? String(row['title']) : readText(database, messageId)
    if (!holdsAll(text)) return 'miss'
    const conversation = readConversation(row)
    return { conversation, messageId, excerpt: makeExcerpt(text, terms) }
  }
}

function readText(database: Database, messageId: string): string {
  const row = database.get('SELECT parts FROM message WHERE id = ?', messageId)
  return textOfJson(row?.['parts'])
}
