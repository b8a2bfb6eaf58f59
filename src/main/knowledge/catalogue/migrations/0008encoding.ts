import type { Migration } from '../../../storage/migrate.ts'

/** Adds the encoding that the user has chosen for a source whose bytes don't tell it. */
export const knowledgeMigration0008: Migration = {
  number: 8,
  sql: `ALTER TABLE source ADD COLUMN encoding TEXT;`,
}
