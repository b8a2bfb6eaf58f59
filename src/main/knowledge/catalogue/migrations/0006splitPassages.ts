import type { Migration } from '../../../storage/migrate.ts'

/** Adds how many passages of a base its embedder took only in parts. */
export const knowledgeMigration0006: Migration = {
  number: 6,
  sql: `
ALTER TABLE base ADD COLUMN split_passages INTEGER NOT NULL DEFAULT 0;
`,
}
