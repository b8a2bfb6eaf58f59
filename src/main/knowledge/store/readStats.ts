import type { Database } from '../../storage/connection.ts'
import type { StoreStats } from './knowledgeStore.ts'
import { toSpace } from './vectors/spaceRow.ts'

/** A letter is stored about so often: in the text and in the words' index. */
const bytesPerLetter = 2
/** A vector has two bytes for each dimension, and a code of one. */
const bytesPerDimension = 3

/** Returns how much a base holds. Its size is an estimate: its rows lie among those of others. */
export function readStats(database: Database, baseId: string): StoreStats {
  const row = database.get(
    `SELECT coalesce(sum(passages), 0) AS passages, coalesce(sum(text_length), 0) AS length
     FROM indexed_source WHERE base_id = ? AND is_live = 1`,
    baseId,
  )
  const passages = Number(row?.['passages'])
  const spaces = spaceStats(database, baseId, passages)
  const vectorBytes = spaces.reduce(
    (sum, { space, done }) => sum + done * space.dimensions * bytesPerDimension,
    0,
  )
  return { passages, sizeBytes: Number(row?.['length']) * bytesPerLetter + vectorBytes, spaces }
}

/** Returns those of the bases whose searches use a space. */
export function basesUsing(
  database: Database,
  space: number,
  baseIds: readonly string[],
): string[] {
  return database
    .all('SELECT base_id FROM base_space WHERE space = ? AND is_used = 1', space)
    .map((row) => String(row['base_id']))
    .filter((baseId) => baseIds.includes(baseId))
}

/** Returns the spaces of a base with the number of its passages that have a vector in each. */
function spaceStats(database: Database, baseId: string, total: number): StoreStats['spaces'] {
  return database
    .all(
      `SELECT space.*, is_used,
         (SELECT coalesce(sum(done), 0) FROM indexed_source
          JOIN source_space ON source_space.source = indexed_source.number
          WHERE indexed_source.base_id = base_space.base_id AND is_live = 1
            AND source_space.space = base_space.space) AS done
       FROM base_space JOIN space ON space.id = base_space.space
       WHERE base_space.base_id = ? ORDER BY space.id`,
      baseId,
    )
    .map((row) => ({
      space: toSpace(row),
      done: Number(row['done']),
      total,
      isUsed: row['is_used'] === 1,
    }))
}
