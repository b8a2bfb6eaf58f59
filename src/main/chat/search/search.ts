import type { SearchHit } from '../../../shared/chat/chat.ts'
import { searchFiltersSchema, type SearchFilters } from '../../../shared/chat/searching.ts'
import { findTerm, readTerms, type SearchTerm } from '../../../shared/knowledge/searchTokens.ts'
import { foldedText } from '../../../shared/knowledge/textSearch.ts'
import type { Database, Row } from '../../storage/connection.ts'
import {
  conversationColumns,
  hasConversationId,
  readConversation,
} from '../history/conversations.ts'
import { textOfJson } from '../history/messageParts.ts'
import { earlierIndex, matchExpression } from './earlierIndex.ts'
import { makeExcerpt } from './excerpt.ts'
import { isFiltered, rowFilter, type RowFilter } from './filterRows.ts'
import { searchTables } from './searchIndex.ts'

/** Rows read for one search, which bounds a word that is everywhere in a long conversation. */
const maxRowsRead = 5000
/** Texts read that turn out not to contain what the index suggested. */
const maxMisses = 1000

/** Newest messages that a search without words looks at while the earlier index answers. */
const maxRowsScanned = 100_000
const noFilters = searchFiltersSchema.parse({})

export interface SearchInput {
  query: string
  filters?: SearchFilters
  limit: number
}

/**
 * Finds the conversations that contain every word of the query in the title or in one message:
 * titles first, then messages, the newest first, one hit per conversation. A word also matches as a
 * prefix. Symbols that the index lacks, such as `#`, are searched literally among the newest
 * messages. With filters no titles are found; without words, the newest messages are.
 */
export function search(
  database: Database,
  { query, filters = noFilters, limit }: SearchInput,
): SearchHit[] {
  const terms = readTerms(query)
  if (terms.length === 0 && !isFiltered(filters)) return []
  const read = createHitReader(database, terms)
  const hits: SearchHit[] = []
  const seen = new Set<string>()
  let misses = 0
  for (const found of find(database, { query, terms, filters })) {
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

interface Wanted {
  query: string
  terms: readonly SearchTerm[]
  filters: SearchFilters
}

function* find(database: Database, { query, terms, filters }: Wanted): Iterable<Found> {
  const earlier = earlierIndex(database)
  const tables = earlier ?? searchTables
  const words = earlier ? earlier.expression(query, terms) : toMatchExpression(terms)
  const hasFilters = isFiltered(filters)
  if (words !== '' && !hasFilters) yield* findTitles(database, tables.title, words)
  const filter = rowFilter(database, filters)
  if (words === '' && terms.length > 0) {
    if (!hasFilters) yield* findSymbolTitles(database, terms)
    yield* findSymbols(database, terms, filter)
    return
  }
  const traits = earlier ? [] : filter.expressions
  const expression = [...(words === '' ? [] : [words]), ...traits].join(' AND ')
  if (expression === '') yield* findNewest(database, filter)
  else yield* findMessages(database, tables.message, expression, filter)
}

/** Returns the FTS5 expression for the terms, empty without tokens. */
export function toMatchExpression(terms: readonly SearchTerm[]): string {
  return matchExpression(terms.flatMap(({ tokens }) => tokens))
}

function* findTitles(database: Database, title: string, expression: string): Iterable<Found> {
  const titles = database.iterate(
    `SELECT conversation.id AS conversation_id, NULL AS id
     FROM ${title} JOIN conversation ON conversation.sequence = ${title}.rowid
     WHERE ${title} MATCH ? ORDER BY ${title}.rowid DESC LIMIT ?`,
    expression,
    maxRowsRead,
  )
  for (const row of titles) yield readFound(row)
}

function* findMessages(
  database: Database,
  table: string,
  expression: string,
  { sql, values }: RowFilter,
): Iterable<Found> {
  // CROSS JOIN: SQLite begins with the index of words, whose order this is.
  const messages = database.iterate(
    `SELECT message.conversation_id, message.id
     FROM ${table} CROSS JOIN message ON message.sequence = ${table}.rowid
     WHERE ${table} MATCH ?${sql} ORDER BY ${table}.rowid DESC LIMIT ?`,
    expression,
    ...values,
    maxRowsRead,
  )
  for (const row of messages) yield readFound(row)
}

/** Yields the newest messages for filters that the index doesn't know. */
function* findNewest(database: Database, { sql, values }: RowFilter): Iterable<Found> {
  const messages = database.iterate(
    `SELECT message.conversation_id, message.id FROM message
     WHERE message.sequence > (SELECT max(sequence) FROM message) - ?${sql}
     ORDER BY message.sequence DESC LIMIT ?`,
    maxRowsScanned,
    ...values,
    maxRowsRead,
  )
  for (const row of messages) yield readFound(row)
}

function* findSymbolTitles(database: Database, terms: readonly SearchTerm[]): Iterable<Found> {
  const titles = database.iterate(
    `SELECT id AS conversation_id, NULL AS id
     FROM (SELECT id, title FROM conversation ORDER BY used_at DESC LIMIT ?)
     WHERE instr(title, ?)`,
    maxRowsRead,
    firstSymbols(terms),
  )
  for (const row of titles) yield readFound(row)
}

/**
 * Yields the newest messages whose raw text contains the symbols; reading the hit checks it
 * closely.
 */
function* findSymbols(
  database: Database,
  terms: readonly SearchTerm[],
  { sql, values }: RowFilter,
): Iterable<Found> {
  const messages = database.iterate(
    `SELECT conversation_id, id
     FROM (SELECT * FROM message WHERE TRUE${sql} ORDER BY sequence DESC LIMIT ?)
     WHERE instr(parts, ?)`,
    ...values,
    maxRowsRead,
    JSON.stringify(firstSymbols(terms)).slice(1, -1),
  )
  for (const row of messages) yield readFound(row)
}

function firstSymbols(terms: readonly SearchTerm[]): string {
  return terms[0]?.pieces[0]?.text ?? ''
}

function readFound(row: Row): Found {
  const { conversation_id: conversationId, id } = row
  return { conversationId: String(conversationId), messageId: typeof id === 'string' ? id : null }
}

/** Reads a hit. Returns undefined in a removed conversation, `miss` if the text lacks a term. */
type ReadHit = (found: Found) => SearchHit | 'miss' | undefined

function createHitReader(database: Database, terms: readonly SearchTerm[]): ReadHit {
  const hasTokens = terms.some(({ tokens }) => tokens.length > 0)
  const knowsSigns = earlierIndex(database) === undefined
  // If there are words, terms that the index lacks are ignored.
  const uncertain = hasTokens
    ? terms.filter((term) => term.tokens.length > 0 && !isCertain(term, knowsSigns))
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

/** Tells whether the index alone decides that a text has the term. */
function isCertain({ isCertain: isSure, pieces }: SearchTerm, knowsSigns: boolean): boolean {
  return isSure && (knowsSigns || pieces.every(({ kind }) => kind !== 'sign'))
}

function readText(database: Database, messageId: string): string {
  const row = database.get('SELECT parts FROM message WHERE id = ?', messageId)
  return textOfJson(row?.['parts'])
}
