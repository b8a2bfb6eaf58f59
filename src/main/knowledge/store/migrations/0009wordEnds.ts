import type { Migration } from '../../../storage/migrate.ts'

/** Lets a compound such as Hauptschlüssel be found by its second half. */
export const knowledgeMigration0009: Migration = {
  number: 9,
  sql: `
-- Long tokens of languages with compounds, turned round, so that an ending is a beginning. What is
-- in no passage any more does no harm.
CREATE TABLE word_end (reversed TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
ALTER TABLE indexed_source ADD COLUMN has_word_ends INTEGER NOT NULL DEFAULT 0;
`,
}
