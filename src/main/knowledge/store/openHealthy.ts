import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../storage/connection.ts'
import { rebuildDatabase } from '../../storage/rebuild.ts'
import { repairDatabase } from '../../storage/repair.ts'
import { mendHosted } from '../hosted/mendHosted.ts'
import { knowledgeMigrations } from '../knowledgeMigrations.ts'
import { openKnowledgeDatabase } from './openKnowledgeDatabase.ts'

/**
 * Opens knowledge.sqlite. A damaged one is set aside: the new one has what could be read of the
 * catalogue and of the vectors, which were paid for, and every source waits to be read again.
 * Errors: knowledgeDamaged, databaseTooNew, diskFull, folderReadOnly.
 */
export async function openHealthy(path: string): Promise<Database> {
  try {
    return openKnowledgeDatabase(path)
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  try {
    await repairDatabase({
      path,
      newest: knowledgeMigrations.length,
      rebuild: () => rebuildDatabase({ path, migrations: knowledgeMigrations, mend }),
    })
    return openKnowledgeDatabase(path)
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new AppError('knowledgeDamaged', 'The knowledge could not be repaired', {}, error)
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof AppError && error.code === 'databaseDamaged'
}

/** The words' index can't be read row by row, so the sources are read again to make it. */
function mend(database: Database): void {
  for (const table of ['source_text', 'source_lines', 'source_space', 'passage', 'segment']) {
    database.run(`DELETE FROM ${table}`)
  }
  database.run('DELETE FROM indexed_source')
  database.run(
    `UPDATE space SET mean = NULL, scale = NULL, sampled = 0,
     vectors = (SELECT count(*) FROM embedding WHERE embedding.space = space.id)`,
  )
  database.run(
    `UPDATE source SET sha256 = NULL, status = '{"state":"waiting"}' WHERE state <> 'skipped'`,
  )
  mendHosted(database)
}
