import type { Database } from '../storage/connection.ts'

/** The index of before migration 4, which answers until the new one has all messages. */
export const earlierTables = {
  title: 'title_search_before',
  message: 'message_search_before',
} as const

/** Languages written without spaces, or (Korean) with endings that stick to the word. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]/gu
/** The optional vowel signs of Hebrew and Arabic, and Arabic's lengthening stroke. */
const vowelSigns = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g

/** Text as that index holds it and is asked: each character of a script without spaces is a word. */
export function earlierTokens(text: string): string {
  return text.normalize('NFKC').replace(vowelSigns, '').replace(spaceless, ' $& ')
}

/** Every word is quoted, so that none of FTS5's operators is one; empty where there is no word. */
export function earlierExpression(query: string): string {
  return query
    .toWellFormed()
    .split(/[\s\p{Cc}]+/u)
    .slice(0, 20)
    .filter((term) => /[\p{L}\p{N}\p{Co}]/u.test(term))
    .map((term) => `"${earlierTokens(term).replaceAll('"', '""')}"${isBeginning(term) ? '*' : ''}`)
    .join(' AND ')
}

/** A single letter begins too many words for this index to be quick. */
function isBeginning(term: string): boolean {
  return Array.from(term).length > 1
}

/** Tells whether there is anything that the new index does not know yet. */
export function isEarlierNeeded(database: Database): boolean {
  return database.get('SELECT 1 FROM search_rest') !== undefined
}
