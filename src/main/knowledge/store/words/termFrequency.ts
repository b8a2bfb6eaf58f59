import type { Database } from '../../../storage/connection.ts'

/** After all words that begin with a text. */
const last = '\u{10ffff}'

/** Returns in how many passages a token is. */
export function documentFrequency(database: Database, token: string): number {
  return Number(database.get('SELECT doc FROM passage_term WHERE term = ?', token)?.['doc'] ?? 0)
}

/** Returns about in how many passages a token with this beginning is. */
export function prefixFrequency(database: Database, token: string): number {
  const row = database.get(
    `SELECT sum(doc) AS doc FROM
     (SELECT doc FROM passage_term WHERE term >= ? AND term < ? LIMIT 100)`,
    token,
    `${token}${last}`,
  )
  return Number(row?.['doc'] ?? 0)
}

/** Returns tokens that are longer than a text and begin with it, at most `limit`. */
export function longerTokens(database: Database, token: string, limit: number): string[] {
  return database
    .all(
      'SELECT term FROM passage_term WHERE term > ? AND term < ? LIMIT ?',
      token,
      `${token}${last}`,
      limit,
    )
    .map((row) => String(row['term']))
}

/** Returns recorded tokens that are longer than a text and end with it, at most `limit`. */
export function tokensEndingWith(database: Database, token: string, limit: number): string[] {
  const reversed = reverse(token)
  return database
    .all(
      'SELECT reversed FROM word_end WHERE reversed > ? AND reversed < ? LIMIT ?',
      reversed,
      `${reversed}${last}`,
      limit,
    )
    .map((row) => reverse(String(row['reversed'])))
}

/** Turns a token round. The index's tokens have no marks that belong to the letter before. */
export function reverse(token: string): string {
  return Array.from(token).toReversed().join('')
}
