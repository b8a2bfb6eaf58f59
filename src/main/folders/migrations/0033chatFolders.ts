import type { Migration } from '../../storage/migrate.ts'

/** Adds folders, pins, and the orders of the list of chats. */
export const migration0033: Migration = {
  number: 33,
  sql: `
CREATE TABLE chat_folder (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- NULL at the top. A start mends one that names no folder, or leads in a circle.
  parent_id TEXT,
  name TEXT NOT NULL,
  -- Siblings stand by (order_key, id), compared byte by byte.
  order_key TEXT NOT NULL,
  -- Whether the list shows what is in it.
  is_open INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX chat_folder_by_order ON chat_folder (parent_id, order_key, id);

-- A chat whose folder is missing belongs to none: a start says so here.
ALTER TABLE conversation ADD COLUMN folder_id TEXT;
-- NULL for a chat that is not pinned. Pins stand by (pin_key, id).
ALTER TABLE conversation ADD COLUMN pin_key TEXT;
-- The title as titleSortKey makes it; NULL until the first list by title.
ALTER TABLE conversation ADD COLUMN title_key TEXT;
CREATE INDEX conversation_placed_by_use ON conversation (folder_id, used_at, sequence)
  WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NULL;
CREATE INDEX conversation_placed_by_creation ON conversation (folder_id, created_at, sequence)
  WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NULL;
CREATE INDEX conversation_placed_by_title ON conversation (folder_id, title_key, sequence)
  WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NULL;
CREATE INDEX conversation_pinned ON conversation (pin_key, id)
  WHERE removed_at IS NULL AND archived_at IS NULL AND pin_key IS NOT NULL;
CREATE INDEX conversation_without_title_key ON conversation (sequence) WHERE title_key IS NULL;
`,
}
