import type { Migration } from '../../storage/migrate.ts'

/** Adds the mark of a row that was tried before its table started. */
export const migration0022: Migration = {
  number: 22,
  sql: `
-- The hash of the model and the texts that the row was tried with; null if it was not.
ALTER TABLE batch_row ADD COLUMN tried TEXT;
CREATE INDEX batch_row_tried ON batch_row (batch_id, number) WHERE tried IS NOT NULL;
`,
}
