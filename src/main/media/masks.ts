import type { Database } from '../storage/connection.ts'

/** The strokes of the masks that the user drew, by the file below them. */
export interface Masks {
  read: (fileId: string) => string | null
  /** Keeps the strokes; null deletes them. */
  save: (fileId: string, strokes: string | null) => void
}

export function createMasks(database: Database, now: () => number = Date.now): Masks {
  return {
    read(fileId) {
      const row = database.get('SELECT strokes FROM media_mask WHERE file_id = ?', fileId)
      return row ? String(row['strokes']) : null
    },
    save(fileId, strokes) {
      if (strokes === null) {
        database.run('DELETE FROM media_mask WHERE file_id = ?', fileId)
        return
      }
      database.run(
        `INSERT INTO media_mask (file_id, strokes, changed_at) VALUES (?, ?, ?)
           ON CONFLICT (file_id) DO UPDATE
             SET strokes = excluded.strokes, changed_at = excluded.changed_at`,
        ...[fileId, strokes, now()],
      )
    },
  }
}
