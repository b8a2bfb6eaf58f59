import type { Database } from '../../storage/connection.ts'
import type { Steps } from './runSteps.ts'

/** Short pieces, because a hit reads one to show some hundred letters of it. */
export const pieceLength = 8192
const piecesPerStep = 64

/** Writes a source's text in pieces, none of which cuts a character in two. */
export function* writeText(database: Database, source: number, text: string): Steps {
  let pieces = 0
  for (let start = 0; start < text.length;) {
    const piece = cutPiece(text, start)
    database.run(
      'INSERT INTO source_text (source, start, text) VALUES (?, ?, ?)',
      source,
      start,
      piece,
    )
    start += piece.length
    pieces += 1
    if (pieces % piecesPerStep === 0) yield
  }
}

/** Returns the piece at `start`, which ends with a whole character. */
export function cutPiece(text: string, start: number): string {
  const end = start + pieceLength
  const isWithinPair = /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return text.slice(start, isWithinPair ? end - 1 : end)
}

/** Returns `text.slice(start, end)` of what was written. */
export function readText(database: Database, source: number, start: number, end: number): string {
  const rows = database.all(
    `SELECT start, text FROM source_text
     WHERE source = ? AND start > ? AND start < ? ORDER BY start`,
    source,
    start - pieceLength,
    end,
  )
  const first = Number(rows[0]?.['start'] ?? 0)
  const text = rows.map((row) => String(row['text'])).join('')
  return text.slice(Math.max(0, start - first), Math.max(0, end - first))
}
