import type { Migration } from '../../storage/migrate.ts'

/** Adds the columns that the user asks for in the answers. */
export const migration0023: Migration = {
  number: 23,
  sql: `
-- As the user typed it: names, or a JSON schema; empty for answers as texts.
ALTER TABLE batch ADD COLUMN answer_shape TEXT NOT NULL DEFAULT '';
`,
}
