import type { Migration } from '../../storage/migrate.ts'

/** Adds how many results a job has asked for, and which of their files are cut. */
export const migration0017: Migration = {
  number: 17,
  sql: `
-- Null if the model's form does not ask for a number.
ALTER TABLE media_job ADD COLUMN asked INTEGER;
-- Whether the end of the file is missing.
ALTER TABLE media_output ADD COLUMN cut INTEGER NOT NULL DEFAULT 0;
`,
}
