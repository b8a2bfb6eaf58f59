import { pieceLength } from '../store/sourceText.ts'
import type { PostgresDatabase } from './connectPostgres.ts'

/** Returns `text.slice(start, end)` of a source's text. */
export async function readText(
  query: PostgresDatabase['query'],
  source: number,
  start: number,
  end: number,
): Promise<string> {
  const rows = await query(
    `SELECT start, text FROM parley.source_text
     WHERE source = $1 AND start > $2 AND start < $3 ORDER BY start`,
    [source, start - pieceLength, end],
  )
  const first = Number(rows[0]?.['start'] ?? 0)
  const text = rows.map((row) => (row['text'] as Buffer).toString('utf8')).join('')
  return text.slice(Math.max(0, start - first), Math.max(0, end - first))
}
