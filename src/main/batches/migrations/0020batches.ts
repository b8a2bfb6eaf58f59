import type { Migration } from '../../storage/migrate.ts'

/** Creates the tables that the user runs a prompt over, and their rows. */
export const migration0020: Migration = {
  number: 20,
  sql: `
CREATE TABLE batch (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('csv', 'jsonl')),
  -- For writing it back; null for JSON lines.
  delimiter TEXT,
  -- As JSON: each with its name as a variable, its title, and the tokens of all its values.
  columns TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(columns)),
  -- The numbers of the first empty rows, as JSON.
  empty_rows TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(empty_rows)),
  state TEXT NOT NULL
    CHECK (state IN ('reading', 'draft', 'running', 'paused', 'done', 'cancelled', 'removed')),
  provider_id TEXT,
  model_id TEXT,
  system TEXT NOT NULL DEFAULT '',
  prompt TEXT NOT NULL DEFAULT '',
  error TEXT,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  -- Null once an answer of unknown price has come.
  dollars REAL DEFAULT 0,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE TABLE batch_row (
  sequence INTEGER PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
  -- From 1, in the order of the file.
  number INTEGER NOT NULL,
  -- The values as a JSON list, or the line of JSON as it stands in the file.
  cells TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('waiting', 'sent', 'done', 'failed', 'unknown', 'empty', 'cancelled')),
  -- The start of the table is one consent; each "Run again" of the row is another.
  consents INTEGER NOT NULL DEFAULT 1,
  posts INTEGER NOT NULL DEFAULT 0,
  answer TEXT,
  notice TEXT,
  error TEXT,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  UNIQUE (batch_id, number),
  CHECK (posts <= consents)
) STRICT;
CREATE INDEX batch_row_by_state ON batch_row (batch_id, state, number);
-- The number of rows in each state: the page shows it ten times a second.
CREATE TABLE batch_count (
  batch_id TEXT NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
  state TEXT NOT NULL,
  rows INTEGER NOT NULL,
  PRIMARY KEY (batch_id, state)
) STRICT;
`,
}
