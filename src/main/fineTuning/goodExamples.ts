import { AppError } from '../../shared/errors.ts'
import type { Database } from '../storage/connection.ts'

/** A message of an example. */
export interface ExampleMessage {
  role: 'user' | 'assistant'
  content: string
}

/** Returns the conversation that ends with an answer; null if it depends on more than text. */
export type ExampleOf = (messageId: string) => readonly ExampleMessage[] | null

/** Returns the ids of the answers that are marked as good examples, in the order of their marks. */
export function listMarks(database: Database): string[] {
  return database
    .all(
      `SELECT message_id FROM good_example
       JOIN message ON message.id = message_id
       JOIN conversation ON conversation.id = message.conversation_id
       WHERE conversation.removed_at IS NULL ORDER BY marked_at, message.sequence`,
    )
    .map((row) => String(row['message_id']))
}

/** Marks an answer as a good example, or takes the mark away. Errors: messageMissing. */
export function setMark(
  database: Database,
  { messageId, isGood }: { messageId: string; isGood: boolean },
  now: number,
): void {
  if (!isGood) {
    database.run('DELETE FROM good_example WHERE message_id = ?', messageId)
    return
  }
  const answer = database.get(
    `SELECT id FROM message WHERE id = ? AND role = 'assistant'`,
    messageId,
  )
  if (!answer) throw new AppError('messageMissing', 'There is no such answer')
  database.run(
    'INSERT OR IGNORE INTO good_example (message_id, marked_at) VALUES (?, ?)',
    ...[messageId, now],
  )
}

/**
 * Returns the marked answers with their conversations as JSON lines, and the number of answers that
 * can't be examples.
 */
export function writeMarked(
  database: Database,
  exampleOf: ExampleOf,
): { text: string; leftOut: number } {
  const examples = listMarks(database).map(exampleOf)
  const lines = examples.flatMap((messages) =>
    messages ? [`${JSON.stringify({ messages })}\n`] : [],
  )
  return { text: lines.join(''), leftOut: examples.length - lines.length }
}
