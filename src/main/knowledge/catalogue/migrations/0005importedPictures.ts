import type { Migration } from '../../../storage/migrate.ts'

/** Adds what models have read on pictures before their base was exported. */
export const knowledgeMigration0005: Migration = {
  number: 5,
  sql: `
-- Somebody else's file says so: it counts in the base that came with it, and in no other.
CREATE TABLE imported_picture_text (
  base_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  page INTEGER NOT NULL,
  -- As JSON.
  model TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (base_id, sha256, page)
) STRICT;
`,
}
