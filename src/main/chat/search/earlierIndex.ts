import type { Database } from '../../storage/connection.ts'

/** The tables from before migration 4, which answer until the new index has all messages. */
export const earlierTables = {
  title: 'title_search_before',
  message: 'message_search_before',
} as const

/** Languages without spaces, and Korean, whose endings attach to the word. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]/gu
/** The optional vowel signs of Hebrew and Arabic, and Arabic's lengthening stroke. */
const vowelSigns = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g

/** Returns text in that index's form: each character of a script without spaces is a word. */
export function earlierTokens(text: string): string {
  return text.normalize('NFKC').replace(vowelSigns, '').replace(spaceless, ' $& ')
}

/**
 * Returns the FTS5 expression for a query, empty without words. Every word is quoted, so that none
 * acts as an operator.
 */
export function earlierExpression(query: string): string {
  return query
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .slice(0, 20)
    .filter((term) => /[\p{L}\p{N}\p{Co}]/u.test(term))
    .map((term) => `"${earlierTokens(term).replaceAll('"', '""')}"${isBeginning(term) ? '*' : ''}`)
    .join(' AND ')
}

/**
 * Tells whether a term is searched as a prefix: a single letter begins too many words for a fast
 * search.
 */
function isBeginning(term: string): boolean {
  return Array.from(term).length > 1
}

/** Tells whether the new index still lacks anything. */
export function isEarlierNeeded(database: Database): boolean {
  return database.get('SELECT 1 FROM search_rest') !== undefined
}
