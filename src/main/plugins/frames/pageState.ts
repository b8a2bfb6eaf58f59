import { AppError } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import type { Database } from '../../storage/connection.ts'

/** The JSON of one call's state, in UTF-16 units. */
const maxStateLength = 1_000_000
const maxKeys = 200

/** State that pages keep for the calls that they show. */
export interface PageState {
  read: (messageId: string, callId: string) => Record<string, unknown>
  /** Errors: badInput past the limits of one call. */
  write: (messageId: string, callId: string, key: string, value: unknown) => void
}

export function createPageState(database: Database): PageState {
  return {
    read(messageId, callId) {
      const rows = database.all(
        'SELECT key, value FROM plugin_page_state WHERE message_id = ? AND call_id = ?',
        messageId,
        callId,
      )
      const entries = rows.map((row): [string, unknown] => [
        String(row['key']),
        parseJson(String(row['value'])),
      ])
      return Object.fromEntries(entries)
    },
    write(messageId, callId, key, value) {
      const text = JSON.stringify(value) ?? 'null'
      const others = database.get(
        `SELECT count(*) AS keys, coalesce(sum(length(value)), 0) AS length
         FROM plugin_page_state WHERE message_id = ? AND call_id = ? AND key <> ?`,
        messageId,
        callId,
        key,
      )
      const length = Number(others?.['length']) + text.length
      if (length > maxStateLength || Number(others?.['keys']) >= maxKeys) {
        throw new AppError('badInput', 'The page keeps too much')
      }
      database.run(
        `INSERT INTO plugin_page_state (message_id, call_id, key, value) VALUES (?, ?, ?, ?)
         ON CONFLICT (message_id, call_id, key) DO UPDATE SET value = excluded.value`,
        messageId,
        callId,
        key,
        text,
      )
    },
  }
}

/** Gives a copy of a message what pages kept for its original. */
export function copyPageState(database: Database, fromId: string, toId: string): void {
  database.run(
    `INSERT INTO plugin_page_state (message_id, call_id, key, value)
     SELECT ?, call_id, key, value FROM plugin_page_state WHERE message_id = ?`,
    ...[toId, fromId],
  )
}

/** Deletes what pages kept for messages that are gone. */
export function removeOrphanedState(database: Database): void {
  database.run('DELETE FROM plugin_page_state WHERE message_id NOT IN (SELECT id FROM message)')
}
