import { indexTokens, type SearchTerm } from '../../../shared/knowledge/searchTokens.ts'
import type { Database } from '../../storage/connection.ts'

/** An index that answers until the present one has all messages. */
export interface EarlierIndex {
  title: string
  message: string
  /** Returns a text in this index's form. */
  tokens: (text: string) => string
  /** Returns the FTS5 expression for a query, empty without words. */
  expression: (query: string, terms: readonly SearchTerm[]) => string
}

/** The index from before migration 4. */
const firstIndex: EarlierIndex = {
  title: 'title_search_before',
  message: 'message_search_before',
  tokens: firstTokens,
  expression: (query) => firstExpression(query),
}

/** The index from before signed words and filters. */
const plainIndex: EarlierIndex = {
  title: 'title_search',
  message: 'message_search',
  tokens: indexTokens,
  expression: (_query, terms) => matchExpression(terms.flatMap(({ plainTokens }) => plainTokens)),
}

/** Tables of earlier indexes, which go once the present one has all messages. */
export const earlierTables = [firstIndex, plainIndex].flatMap(({ title, message }) => [
  title,
  message,
])

/** Returns the index that answers while the present one still lacks anything. */
export function earlierIndex(database: Database): EarlierIndex | undefined {
  if (!database.get('SELECT 1 FROM words_rest')) return undefined
  // Migration 32 found an index that was not whole yet.
  return database.get('SELECT 1 FROM search_rest') ? firstIndex : plainIndex
}

/**
 * Returns an FTS5 expression of tokens that are all required. Every token is quoted, so that none
 * acts as an operator.
 */
export function matchExpression(tokens: SearchTerm['tokens']): string {
  return tokens.map(({ text, isBeginning }) => `"${text}"${isBeginning ? '*' : ''}`).join(' AND ')
}

/** Languages without spaces, and Korean, whose endings attach to the word. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]/gu
/** The optional vowel signs of Hebrew and Arabic, and Arabic's lengthening stroke. */
const vowelSigns = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g

/** Each character of a script without spaces is a word. */
function firstTokens(text: string): string {
  return text.normalize('NFKC').replace(vowelSigns, '').replace(spaceless, ' $& ')
}

function firstExpression(query: string): string {
  return query
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .slice(0, 20)
    .filter((term) => /[\p{L}\p{N}\p{Co}]/u.test(term))
    .map((term) => `"${firstTokens(term).replaceAll('"', '""')}"${isBeginning(term) ? '*' : ''}`)
    .join(' AND ')
}

/**
 * Tells whether a term is searched as a prefix: a single letter begins too many words for a fast
 * search.
 */
function isBeginning(term: string): boolean {
  return Array.from(term).length > 1
}
