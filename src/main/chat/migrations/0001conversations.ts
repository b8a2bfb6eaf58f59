import type { Migration } from '../../storage/migrate.ts'

/**
 * Creates conversations, their trees of messages, the journal of running replies, and the search
 * index.
 */
export const migration0001: Migration = {
  number: 1,
  sql: `
CREATE TABLE conversation (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  title_source TEXT NOT NULL CHECK (title_source IN ('words', 'model', 'user')),
  provider_id TEXT,
  model_id TEXT,
  -- The last message of the branch that is shown.
  leaf_id TEXT,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE INDEX conversation_by_use ON conversation (used_at, sequence) WHERE removed_at IS NULL;

-- A message's sequence is greater than its parent's.
CREATE TABLE message (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversation (id) DEFERRABLE INITIALLY DEFERRED,
  parent_id TEXT REFERENCES message (id) DEFERRABLE INITIALLY DEFERRED,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  status TEXT NOT NULL,
  provider_id TEXT,
  model_id TEXT,
  created_at INTEGER NOT NULL,
  first_token_milliseconds REAL,
  duration_milliseconds REAL,
  request_id TEXT,
  usage TEXT,
  error TEXT,
  citations TEXT NOT NULL DEFAULT '[]',
  parts TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX message_by_parent ON message (conversation_id, parent_id, sequence);
CREATE INDEX message_of_parent ON message (parent_id);
CREATE INDEX message_streaming ON message (sequence) WHERE status = 'streaming';

-- What has come of a reply that is still running.
CREATE TABLE journal (
  sequence INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES message (id) DEFERRABLE INITIALLY DEFERRED,
  kind TEXT NOT NULL CHECK (kind IN ('text', 'reasoning', 'citation', 'request')),
  value TEXT NOT NULL
) STRICT;
CREATE INDEX journal_by_message ON journal (message_id, sequence);

-- The rowid is the sequence of the message or conversation; the text itself lies there alone.
CREATE VIRTUAL TABLE message_search USING fts5 (
  text, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mc Mn'"
);
CREATE VIRTUAL TABLE title_search USING fts5 (
  title, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mc Mn'"
);
`,
}
