/**
 * The schema's steps, in order. A base's database may be shared by several people and versions of
 * Parley, so a step is only ever added. Texts are bytes in UTF-8, because a document may contain a
 * NUL, which PostgreSQL's text can't.
 */
export const schemaSteps: readonly string[] = [
  `
-- So that everybody who knows the address sees the bases there.
CREATE TABLE parley.base (
  id uuid PRIMARY KEY,
  name bytea NOT NULL,
  created_at bigint NOT NULL
);

CREATE TABLE parley.source (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  base_id uuid NOT NULL,
  source_id uuid NOT NULL UNIQUE,
  folder_id uuid,
  kind text NOT NULL,
  name bytea NOT NULL,
  media_type text NOT NULL,
  changed_at bigint NOT NULL,
  sha256 text NOT NULL,
  language text NOT NULL,
  text_length integer NOT NULL,
  passages integer NOT NULL
);
CREATE INDEX source_by_base ON parley.source (base_id);

-- The text in pieces. "start" counts UTF-16 units.
CREATE TABLE parley.source_text (
  source bigint NOT NULL REFERENCES parley.source ON DELETE CASCADE,
  start integer NOT NULL,
  text bytea NOT NULL,
  PRIMARY KEY (source, start)
);

-- The lines of pages, some hundred in a row.
CREATE TABLE parley.source_lines (
  source bigint NOT NULL REFERENCES parley.source ON DELETE CASCADE,
  start integer NOT NULL,
  "end" integer NOT NULL,
  lines bytea NOT NULL,
  PRIMARY KEY (source, start)
);

CREATE TABLE parley.passage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source bigint NOT NULL REFERENCES parley.source ON DELETE CASCADE,
  start integer NOT NULL,
  "end" integer NOT NULL,
  page integer,
  -- A list as JSON.
  headings bytea NOT NULL,
  -- What is embedded: headings, context and text.
  embedded bytea NOT NULL,
  text_hash bytea NOT NULL,
  -- Stems of words and pairs of CJK letters, which Parley makes itself.
  words tsvector NOT NULL
);
CREATE INDEX passage_by_source ON parley.passage (source, start);
CREATE INDEX passage_by_text ON parley.passage (text_hash);
CREATE INDEX passage_by_words ON parley.passage USING gin (words);

-- A model's vectors. Each space has a table of its own. Without pgvector they are plain numbers.
CREATE TABLE parley.space (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id text NOT NULL,
  model_id text NOT NULL,
  dimensions integer NOT NULL,
  is_indexed boolean NOT NULL,
  UNIQUE (provider_id, model_id, dimensions)
);
CREATE TABLE parley.base_space (
  base_id uuid NOT NULL,
  space integer NOT NULL REFERENCES parley.space ON DELETE CASCADE,
  is_used boolean NOT NULL DEFAULT false,
  PRIMARY KEY (base_id, space)
);
`,
]
