import type { Migration } from '../../storage/migrate.ts'

/** Adds the archive, and makes removed chats the trash. */
export const migration0031: Migration = {
  number: 31,
  sql: `
-- Milliseconds since 1970; NULL for a chat that is not in the archive.
ALTER TABLE conversation ADD COLUMN archived_at INTEGER;
DROP INDEX conversation_by_use;
CREATE INDEX conversation_by_use ON conversation (used_at, sequence)
  WHERE removed_at IS NULL AND archived_at IS NULL;
CREATE INDEX conversation_archived ON conversation (used_at, sequence)
  WHERE removed_at IS NULL AND archived_at IS NOT NULL;
CREATE INDEX conversation_removed ON conversation (removed_at, sequence)
  WHERE removed_at IS NOT NULL;
-- Copies that a kill has left unfinished, which the trash must not show.
UPDATE conversation SET removed_at = -1 WHERE removed_at IS NOT NULL AND leaf_id IS NULL;
`,
}
