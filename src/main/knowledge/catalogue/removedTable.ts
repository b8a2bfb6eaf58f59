import type { Database } from '../../storage/connection.ts'

/**
 * Sources still to be deleted from the store. A row stays until nothing can add the source again.
 */
export interface RemovedTable {
  /** Returns the removed sources, of one base or of all; `sourceId` is null for a whole base. */
  removed: (baseId?: string) => { baseId: string; sourceId: string | null }[]
  /** Forgets that a base's sources, or the base itself, were removed. */
  forgetRemoved: (baseId: string, sourceIds: readonly (string | null)[]) => void
}

export function createRemovedTable(database: Database): RemovedTable {
  return {
    removed(baseId) {
      const rows =
        baseId === undefined
          ? database.all('SELECT * FROM removed')
          : database.all('SELECT * FROM removed WHERE base_id = ?', baseId)
      return rows.map((row) => ({
        baseId: String(row['base_id']),
        sourceId: row['source_id'] === '' ? null : String(row['source_id']),
      }))
    },
    forgetRemoved: (baseId, sourceIds) =>
      database.transaction(() => {
        for (const sourceId of sourceIds) {
          const sql = 'DELETE FROM removed WHERE base_id = ? AND source_id = ?'
          database.run(sql, baseId, sourceId ?? '')
        }
      }),
  }
}
