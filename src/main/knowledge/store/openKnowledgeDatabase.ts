import { join } from 'node:path'
import type { Database } from '../../storage/connection.ts'
import { openDatabase } from '../../storage/database.ts'
import { knowledgeMigrations } from '../knowledgeMigrations.ts'

export function knowledgePath(dataFolder: string): string {
  return join(dataFolder, 'knowledge.sqlite')
}

/**
 * Opens knowledge.sqlite, and creates or migrates it. Errors: databaseTooNew, databaseDamaged,
 * diskFull, folderReadOnly.
 */
export function openKnowledgeDatabase(path: string): Database {
  return openDatabase({ path, migrations: knowledgeMigrations })
}
