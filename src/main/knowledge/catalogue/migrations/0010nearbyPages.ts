import type { Migration } from '../../../storage/migrate.ts'

/** Adds whether the user has allowed a page of this computer or the local network. */
export const knowledgeMigration0010: Migration = {
  number: 10,
  sql: `ALTER TABLE source ADD COLUMN nearby INTEGER NOT NULL DEFAULT 0;`,
}
