import type { Migration } from '../../../storage/migrate.ts'

/** Adds what models read on pictures, and how many pictures nobody has read yet. */
export const knowledgeMigration0003: Migration = {
  number: 3,
  sql: `
-- How many more pictures may be read before the user is asked again.
ALTER TABLE base ADD COLUMN picture_allowance INTEGER NOT NULL DEFAULT 0;
-- The pictures and pages without text that no model has read.
ALTER TABLE source ADD COLUMN unread_pictures INTEGER NOT NULL DEFAULT 0;
CREATE INDEX source_with_pictures ON source (base_id, unread_pictures) WHERE unread_pictures > 0;

-- Kept by the hash of the document's bytes, so that a picture is never paid for twice.
CREATE TABLE picture_text (
  sha256 TEXT NOT NULL,
  page INTEGER NOT NULL,
  -- As JSON.
  model TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (sha256, page)
) STRICT;
`,
}
