import type { Migration } from '../../storage/migrate.ts'

/** Adds recordings with their text, and the vocabulary. Files hold the sound. */
export const migration0003: Migration = {
  number: 3,
  sql: `
CREATE TABLE recording (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  purpose TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  language TEXT NOT NULL,
  task TEXT NOT NULL,
  provider_id TEXT,
  model_id TEXT,
  text TEXT NOT NULL,
  final_text TEXT,
  error TEXT
) STRICT;
CREATE INDEX recording_running ON recording (sequence)
  WHERE state IN ('recording', 'transcribing');

CREATE TABLE recording_segment (
  sequence INTEGER PRIMARY KEY,
  recording_id TEXT NOT NULL REFERENCES recording (id) DEFERRABLE INITIALLY DEFERRED,
  first_sample INTEGER NOT NULL,
  end_sample INTEGER NOT NULL,
  -- Null until it is transcribed.
  text TEXT,
  UNIQUE (recording_id, first_sample)
) STRICT;

-- Without a language an entry is for all; without a replacement the word is written as it is.
CREATE TABLE vocabulary (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  language TEXT,
  word TEXT NOT NULL,
  replacement TEXT
) STRICT;

-- What the user has corrected, with their consent.
CREATE TABLE correction (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- Empty for every language.
  language TEXT NOT NULL,
  heard TEXT NOT NULL,
  corrected TEXT NOT NULL,
  count INTEGER NOT NULL,
  answered INTEGER NOT NULL DEFAULT 0,
  UNIQUE (language, heard, corrected)
) STRICT;
`,
}
