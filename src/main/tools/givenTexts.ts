import type { Database } from '../storage/connection.ts'
import { copiedPieces } from './copiedPieces.ts'

/** A message is compared with as many texts, and as much of each. */
const textsMaximum = 100
const textLengthMaximum = 20_000
/** A shorter piece may stand in a message by chance. */
const pieceLengthMinimum = 40

/** A text that a plugin's server gave for the user's message, such as a prompt. */
export interface GivenText {
  /** The host or plugin, as the flow rule names it. */
  source: string
  text: string
}

/** Remembers a text that the user may send: the newest 100. */
export function rememberGiven(database: Database, { source, text }: GivenText): void {
  if (text.trim() === '') return
  database.transaction(() => {
    database.run(
      'INSERT INTO given_text (source, text) VALUES (?, ?)',
      source,
      text.slice(0, textLengthMaximum).toWellFormed(),
    )
    database.run(
      'DELETE FROM given_text WHERE id <= (SELECT max(id) FROM given_text) - ?',
      textsMaximum,
    )
  }, 'relaxed')
}

/**
 * Notes from where the text of a new message comes, however the user has brought it there and
 * changed it. A message counts if it holds a long piece of what was given, or all of a short text.
 */
export function noteGivenIn(database: Database, messageId: string, message: string): void {
  const rows = database.all('SELECT source, text FROM given_text')
  const sources = rows.flatMap((row) =>
    isIn(message, String(row['text']).trim()) ? String(row['source']) : [],
  )
  for (const source of new Set(sources)) {
    database.run('INSERT INTO given_text_use (message_id, source) VALUES (?, ?)', messageId, source)
  }
}

function isIn(message: string, given: string): boolean {
  if (given.length < pieceLengthMinimum) return message.includes(given)
  return copiedPieces(message, [given]).some((piece) => piece.length >= pieceLengthMinimum)
}
