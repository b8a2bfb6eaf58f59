import type { Database } from '../storage/connection.ts'

/** Languages written without spaces, or (Korean) with endings that stick to the word. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]/gu
/** The optional vowel signs of Hebrew and Arabic, and Arabic's lengthening stroke. */
const vowelSigns = /[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g

/**
 * Text as the index holds it and as a query is asked. Every character of a script without spaces
 * becomes a word, so that a phrase of them finds any part of a sentence.
 */
export function searchable(text: string): string {
  return text.normalize('NFKC').replace(vowelSigns, '').replace(spaceless, ' $& ')
}

/** Makes a message findable by this text, instead of by what it had before. */
export function indexMessage(database: Database, messageId: string, text: string): void {
  const sequence = database.get('SELECT sequence FROM message WHERE id = ?', messageId)?.[
    'sequence'
  ]
  if (sequence === undefined) return
  database.run('DELETE FROM message_search WHERE rowid = ?', sequence)
  if (text === '') return
  database.run('INSERT INTO message_search (rowid, text) VALUES (?, ?)', sequence, searchable(text))
}

export function indexTitle(database: Database, conversationId: string, title: string): void {
  const row = database.get('SELECT sequence FROM conversation WHERE id = ?', conversationId)
  const sequence = row?.['sequence']
  if (sequence === undefined) return
  database.run('DELETE FROM title_search WHERE rowid = ?', sequence)
  database.run('INSERT INTO title_search (rowid, title) VALUES (?, ?)', sequence, searchable(title))
}

/** Takes a conversation and its messages out of the index, while their rows are still there. */
export function removeFromIndex(database: Database, conversationId: string): void {
  database.run(
    `DELETE FROM message_search
     WHERE rowid IN (SELECT sequence FROM message WHERE conversation_id = ?)`,
    conversationId,
  )
  database.run(
    'DELETE FROM title_search WHERE rowid IN (SELECT sequence FROM conversation WHERE id = ?)',
    conversationId,
  )
}
