import type { Migration } from '../../storage/migrate.ts'

/** Adds the places of answers that stand side by side. */
export const migration0034: Migration = {
  number: 34,
  sql: `
-- The place among the columns of its question, from 0; NULL for an answer that is in none.
ALTER TABLE message ADD COLUMN column_place INTEGER;
`,
}
