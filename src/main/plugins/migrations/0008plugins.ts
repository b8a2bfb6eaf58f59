import type { Migration } from '../../storage/migrate.ts'

/** Creates the installed plugins, their place in chats and the log of their calls. */
export const migration0008: Migration = {
  number: 8,
  sql: `
CREATE TABLE plugin (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- JSON: what the user has read and chosen, what main needs to run it, and where it came from.
  sheet TEXT NOT NULL,
  choices TEXT NOT NULL,
  program TEXT NOT NULL,
  source TEXT,
  -- JSON: the values of settings that are no secrets, and the names of secrets with a value.
  settings TEXT NOT NULL DEFAULT '{}',
  secrets TEXT NOT NULL DEFAULT '[]',
  enabled INTEGER NOT NULL DEFAULT 1,
  installed_at INTEGER NOT NULL
) STRICT;
-- A plugin without a row is on in a chat.
CREATE TABLE plugin_chat (
  conversation_id TEXT NOT NULL,
  plugin_id TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, plugin_id)
) STRICT;
-- The log outlives its plugins.
CREATE TABLE plugin_log (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  plugin_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  host TEXT,
  arguments TEXT NOT NULL,
  verdict TEXT NOT NULL,
  error TEXT,
  sent_bytes INTEGER NOT NULL,
  received_bytes INTEGER NOT NULL,
  duration_milliseconds INTEGER
) STRICT;
CREATE INDEX plugin_log_plugin ON plugin_log (plugin_id, id);
`,
}
