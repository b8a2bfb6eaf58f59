import type { Migration } from '../../../storage/migrate.ts'

/** Creates the index: texts of sources, passages, their words, and their vectors in spaces. */
export const knowledgeMigration0002: Migration = {
  number: 2,
  sql: `
-- A source as it was put once. Numbers are never used again, so a vector of an earlier one is
-- known to be out of date by its number alone.
CREATE TABLE indexed_source (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  base_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  folder_id TEXT,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  media_type TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  language TEXT NOT NULL,
  text_length INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  -- 0 while it is written, and while it is removed.
  is_live INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX live_source ON indexed_source (source_id) WHERE is_live = 1;
CREATE INDEX live_source_by_base ON indexed_source (base_id) WHERE is_live = 1;
CREATE INDEX dead_source ON indexed_source (number) WHERE is_live = 0;

-- The text in pieces. "start" counts UTF-16 units.
CREATE TABLE source_text (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES indexed_source (number),
  start INTEGER NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX source_text_by_start ON source_text (source, start);

-- The lines of pages, some hundred in a row, as writeLines packs them.
CREATE TABLE source_lines (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES indexed_source (number),
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  lines BLOB NOT NULL
) STRICT;
CREATE INDEX source_lines_by_start ON source_lines (source, start);

CREATE TABLE passage (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL REFERENCES indexed_source (number),
  start INTEGER NOT NULL,
  "end" INTEGER NOT NULL,
  page INTEGER,
  -- A list as JSON.
  headings TEXT NOT NULL,
  context TEXT NOT NULL,
  -- The hash of what is embedded: headings, context and text.
  text_hash BLOB NOT NULL
) STRICT;
CREATE INDEX passage_by_source ON passage (source, start);
CREATE INDEX passage_by_text ON passage (text_hash);

-- Stems of words and pairs of CJK letters, which Parley makes itself.
CREATE VIRTUAL TABLE passage_words USING fts5 (
  headings, text, content = '', contentless_delete = 1, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE passage_term USING fts5vocab (passage_words, 'row');

-- A model's vectors. A code is round((component - mean) * scale) + 64.
CREATE TABLE space (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  provider_id TEXT NOT NULL,
  model_id TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  -- 32-bit floats; null before the first vector.
  mean BLOB,
  scale REAL,
  -- How many vectors mean and scale were made of, and how many there are.
  sampled INTEGER NOT NULL DEFAULT 0,
  vectors INTEGER NOT NULL DEFAULT 0,
  UNIQUE (provider_id, model_id, dimensions)
) STRICT;

CREATE TABLE base_space (
  id INTEGER PRIMARY KEY,
  base_id TEXT NOT NULL,
  space INTEGER NOT NULL REFERENCES space (id),
  is_used INTEGER NOT NULL,
  UNIQUE (base_id, space)
) STRICT;

-- The vectors as they were paid for, of length 1, as 16-bit floats.
CREATE TABLE embedding (
  id INTEGER PRIMARY KEY,
  space INTEGER NOT NULL REFERENCES space (id),
  text_hash BLOB NOT NULL,
  vector BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX embedding_by_text ON embedding (space, text_hash);

-- Codes of passages for the scan, made of "embedding". Passages and sources are 32-bit numbers.
CREATE TABLE segment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  space INTEGER NOT NULL REFERENCES space (id),
  count INTEGER NOT NULL,
  passages BLOB NOT NULL,
  sources BLOB NOT NULL,
  codes BLOB NOT NULL
) STRICT;
CREATE INDEX segment_by_space ON segment (space, id);

-- How many passages of a source have a code.
CREATE TABLE source_space (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES indexed_source (number),
  space INTEGER NOT NULL REFERENCES space (id),
  done INTEGER NOT NULL,
  UNIQUE (source, space)
) STRICT;
CREATE INDEX source_space_by_space ON source_space (space);
`,
}
