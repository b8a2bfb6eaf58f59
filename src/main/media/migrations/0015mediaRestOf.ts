import type { Migration } from '../../storage/migrate.ts'

/** Adds whose rest a job keeps: the picture of an edit with a mask, and the mask. */
export const migration0015: Migration = {
  number: 15,
  sql: `
-- The ids of both files, as JSON; null for a job that keeps nothing.
ALTER TABLE media_job ADD COLUMN rest_of TEXT;
`,
}
