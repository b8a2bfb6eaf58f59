import type { Migration } from '../../../storage/migrate.ts'

/** Adds what of a source was not read. Sources that were read before say nothing of it. */
export const knowledgeMigration0007: Migration = {
  number: 7,
  sql: `
-- JSON: the reasons, each with how often it occurs.
ALTER TABLE source ADD COLUMN omissions TEXT NOT NULL DEFAULT '[]';
`,
}
