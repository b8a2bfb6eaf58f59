import { join } from 'node:path'
import type { Database } from '../../storage/connection.ts'
import { openDatabase } from '../../storage/database.ts'
import { knowledgeMigrations } from '../knowledgeMigrations.ts'

/** Four times as many as by default: indexing writes the same pages of the words' index often. */
const pagesPerCheckpoint = 4000

export function knowledgePath(dataFolder: string): string {
  return join(dataFolder, 'knowledge.sqlite')
}

/**
 * Opens knowledge.sqlite, and creates or migrates it. Errors: databaseTooNew, databaseDamaged,
 * diskFull, folderReadOnly.
 */
export function openKnowledgeDatabase(path: string): Database {
  const database = openDatabase({ path, migrations: knowledgeMigrations })
  database.exec(`PRAGMA wal_autocheckpoint = ${pagesPerCheckpoint}`)
  return database
}
