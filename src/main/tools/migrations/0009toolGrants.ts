import type { Migration } from '../../storage/migrate.ts'

/** Creates the user's lasting permissions, and the last call that was allowed of each tool. */
export const migration0009: Migration = {
  number: 9,
  sql: `
CREATE TABLE tool_grant (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  lasts TEXT NOT NULL CHECK (lasts IN ('chat', 'arguments', 'always')),
  conversation_id TEXT REFERENCES conversation (id) ON DELETE CASCADE,
  -- What it covers, as the tool names it.
  scope TEXT NOT NULL,
  tool TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Empty for Parley's own tools.
  plugin_id TEXT NOT NULL,
  plugin_title TEXT NOT NULL,
  hash TEXT NOT NULL,
  destination TEXT,
  -- JSON: the arguments that are fixed, and the names of those that may change.
  pattern TEXT,
  created_at INTEGER NOT NULL,
  CHECK ((lasts = 'always') = (conversation_id IS NULL)),
  CHECK ((lasts = 'arguments') = (pattern IS NOT NULL))
) STRICT;
CREATE INDEX tool_grant_by_tool ON tool_grant (tool, plugin_id);
CREATE INDEX tool_grant_by_conversation ON tool_grant (conversation_id);
CREATE TABLE tool_approved (
  tool TEXT NOT NULL,
  plugin_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  arguments TEXT NOT NULL,
  approved_at INTEGER NOT NULL,
  PRIMARY KEY (tool, plugin_id)
) STRICT;
CREATE INDEX tool_approved_by_conversation ON tool_approved (conversation_id);
`,
}
