import type { Database } from '../storage/connection.ts'

/** A message is compared with as many texts, and as much of each. */
const maxTexts = 50
const maxTextLength = 10_000
const maxMessageLength = 50_000
/** A shorter piece may stand in a message by chance. One of twice the length is always found. */
const pieceLength = 30

/** A text that a plugin's server gave for the user's message, such as a prompt. */
export interface GivenText {
  /** The host or plugin, as the flow rule names it. */
  source: string
  text: string
}

/** Remembers a text that the user may send: the newest 50. */
export function rememberGiven(database: Database, { source, text }: GivenText): void {
  const compared = text.trim().toLowerCase().slice(0, maxTextLength).toWellFormed()
  if (compared === '') return
  database.transaction(() => {
    database.run('INSERT INTO given_text (source, text) VALUES (?, ?)', source, compared)
    database.run(
      'DELETE FROM given_text WHERE id <= (SELECT max(id) FROM given_text) - ?',
      maxTexts,
    )
  }, 'relaxed')
}

/**
 * Notes from where the text of a new message comes, however the user has brought it there and
 * changed it. A message counts if it holds a long piece of what was given, or all of a short text.
 */
export function noteGivenIn(database: Database, messageId: string, message: string): void {
  const rows = database.all('SELECT source, text FROM given_text')
  if (rows.length === 0) return
  const holds = createSearch(message.slice(0, maxMessageLength).toLowerCase())
  const sources = rows.flatMap((row) => (holds(String(row['text'])) ? String(row['source']) : []))
  for (const source of new Set(sources)) {
    database.run('INSERT INTO given_text_use (message_id, source) VALUES (?, ?)', messageId, source)
  }
}

/** Notes for a copy of a message what is noted for its original. */
export function copyGivenTexts(database: Database, fromId: string, toId: string): void {
  database.run(
    `INSERT INTO given_text_use (message_id, source)
     SELECT ?, source FROM given_text_use WHERE message_id = ?`,
    ...[toId, fromId],
  )
}

/**
 * Returns a test for texts of which the message holds a piece. It reads the message once, and looks
 * for the pieces at the multiples of their length.
 */
function createSearch(message: string): (given: string) => boolean {
  const pieces = new Set<string>()
  for (let at = 0; at + pieceLength <= message.length; at += 1) {
    pieces.add(message.slice(at, at + pieceLength))
  }
  return (given) => {
    if (given.length < 2 * pieceLength) return message.includes(given)
    for (let at = 0; at + pieceLength <= given.length; at += pieceLength) {
      if (pieces.has(given.slice(at, at + pieceLength))) return true
    }
    return false
  }
}
