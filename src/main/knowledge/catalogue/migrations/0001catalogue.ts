import type { Migration } from '../../../storage/migrate.ts'

/** Creates the catalogue: bases, their watched folders, and their sources with their states. */
export const knowledgeMigration0001: Migration = {
  number: 1,
  sql: `
CREATE TABLE base (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  store TEXT NOT NULL,
  provider_id TEXT,
  -- Models as JSON.
  embedder TEXT,
  reranker TEXT,
  picture_reader TEXT,
  spent_tokens INTEGER NOT NULL DEFAULT 0,
  spent_dollars REAL NOT NULL DEFAULT 0,
  -- Of spent_tokens, those whose price is unknown.
  unpriced_tokens INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE folder (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  base_id TEXT NOT NULL REFERENCES base (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  error TEXT,
  UNIQUE (base_id, path)
) STRICT;

CREATE TABLE source (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  base_id TEXT NOT NULL REFERENCES base (id) ON DELETE CASCADE,
  folder_id TEXT REFERENCES folder (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  location TEXT NOT NULL,
  -- The kept file of an upload or a note.
  content TEXT,
  media_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  pages INTEGER,
  changed_at INTEGER NOT NULL,
  -- The hash of the bytes that its passages are of; null before the first reading.
  sha256 TEXT,
  passages INTEGER,
  status TEXT NOT NULL,
  state TEXT NOT NULL GENERATED ALWAYS AS (json_extract(status, '$.state')) VIRTUAL
) STRICT;
CREATE INDEX source_by_name ON source (base_id, folded_name, id);
CREATE INDEX source_by_state ON source (base_id, state, sequence);
CREATE INDEX source_by_location ON source (base_id, location);
CREATE INDEX source_by_folder ON source (folder_id, location);
CREATE INDEX source_by_hash ON source (base_id, sha256);
CREATE INDEX source_by_content ON source (content);

-- Sources whose passages the store may still hold. A source that is empty stands for its base.
CREATE TABLE removed (
  base_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  PRIMARY KEY (base_id, source_id)
) STRICT, WITHOUT ROWID;
`,
}
