import type { Migration } from '../../storage/migrate.ts'

/** Creates the texts that strangers gave for the user's messages, and the messages that have them. */
export const migration0013: Migration = {
  number: 13,
  sql: `
CREATE TABLE given_text (
  id INTEGER PRIMARY KEY,
  -- The host or plugin that gave it.
  source TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE TABLE given_text_use (
  message_id TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  PRIMARY KEY (message_id, source)
) STRICT;
`,
}
