import type { Database } from '../../../storage/connection.ts'
import { readText } from '../sourceText.ts'
import { wordTokens } from './wordTokens.ts'

const passagesLookedAt = 5
const maxWords = 12

/** Returns some words of a source's first passage that has any; empty if it has none. */
export function ownWords(database: Database, source: number): string {
  const rows = database.all(
    'SELECT start, "end" FROM passage WHERE source = ? ORDER BY start LIMIT ?',
    source,
    passagesLookedAt,
  )
  return ownWordsOf(
    rows.map((row) => readText(database, source, Number(row['start']), Number(row['end']))),
  )
}

/** Returns some words of the first of these passages that has any; empty if none has. */
export function ownWordsOf(passages: readonly string[]): string {
  for (const text of passages) {
    // Words without any letter that the index knows would ask for nothing.
    const words = text.split(/\s+/u).filter((word) => wordTokens(word, '') !== '')
    if (words.length > 0) return words.slice(0, maxWords).join(' ')
  }
  return ''
}
