import type { Migration } from '../../storage/migrate.ts'

/** Creates the bases of chats, and the passages that answers were given. */
export const migration0011: Migration = {
  number: 11,
  sql: `
CREATE TABLE knowledge_chat (
  conversation_id TEXT PRIMARY KEY,
  -- JSON.
  base_ids TEXT NOT NULL,
  mode TEXT NOT NULL
) STRICT;
-- The numbers are those that the model knows. The answer's text has the citations' numbers.
CREATE TABLE knowledge_passage (
  message_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  -- 1 if the model asked for it by a tool, whose result holds its text.
  by_tool INTEGER NOT NULL,
  -- JSON.
  passage TEXT NOT NULL,
  PRIMARY KEY (message_id, number)
) STRICT;
`,
}
