import { continuedTextSchema, type ContinuedText } from '../../shared/completions.ts'
import { parseJson } from '../../shared/json.ts'
import type { Log } from '../feature.ts'
import type { Database } from '../storage/connection.ts'

/** The text of "Continue a text", for the next start. */
export interface ContinuedTextTable {
  /** Returns null if there is none, or if it can't be read. */
  read: () => ContinuedText | null
  save: (kept: ContinuedText) => void
}

export function createContinuedTextTable(
  database: Database,
  { log, now }: { log: Log; now: () => number },
): ContinuedTextTable {
  return {
    read() {
      const row = database.get('SELECT kept FROM continued_text')
      if (!row) return null
      const read = continuedTextSchema.safeParse(parseJson(String(row['kept'])))
      if (!read.success) log('The continued text could not be read', read.error)
      return read.success ? read.data : null
    },
    save(kept) {
      // A power failure may lose the last letters: waiting for the disk at each would slow typing.
      database.transaction(
        () =>
          database.run(
            'INSERT OR REPLACE INTO continued_text (sequence, kept, changed_at) VALUES (1, ?, ?)',
            ...[JSON.stringify(kept), now()],
          ),
        'relaxed',
      )
    },
  }
}
