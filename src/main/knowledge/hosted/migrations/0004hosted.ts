import type { Migration } from '../../../storage/migrate.ts'

/**
 * Creates the record of what lies at a service. It outlives bases and sources, so that nothing that
 * was uploaded is ever forgotten before the service has deleted it.
 */
export const knowledgeMigration0004: Migration = {
  number: 4,
  sql: `
CREATE TABLE hosted_store (
  base_id TEXT PRIMARY KEY,
  provider_id TEXT NOT NULL,
  -- The base's name, for when the base is gone.
  name TEXT NOT NULL,
  -- 1 once the service was asked to create it: the answer may be lost.
  is_asked INTEGER NOT NULL DEFAULT 0,
  store_id TEXT,
  is_expired INTEGER NOT NULL DEFAULT 0,
  is_leaving INTEGER NOT NULL DEFAULT 0,
  expiry_days INTEGER NOT NULL,
  expires_at INTEGER,
  usage_bytes INTEGER NOT NULL DEFAULT 0,
  -- 1 if the user lets every source be uploaded, also later ones.
  approves_all INTEGER NOT NULL DEFAULT 0,
  error TEXT
) STRICT;

-- The sources that the user let be uploaded.
CREATE TABLE hosted_approved (
  source_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE hosted_file (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  base_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  -- The source as it was put (indexed_source), and the hash of its text.
  indexed INTEGER NOT NULL,
  text_hash BLOB NOT NULL,
  -- Unique at the service, so that a file whose id was lost is found again.
  name TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  -- 1 once its upload has begun.
  is_asked INTEGER NOT NULL DEFAULT 0,
  upload_id TEXT,
  -- The ids of the uploaded parts in order, as JSON.
  parts TEXT NOT NULL DEFAULT '[]',
  file_id TEXT,
  batch_id TEXT,
  state TEXT NOT NULL DEFAULT 'new',
  error TEXT
) STRICT;
CREATE INDEX hosted_file_by_base ON hosted_file (base_id, state);
CREATE INDEX hosted_file_by_source ON hosted_file (source_id);
CREATE INDEX hosted_file_by_file ON hosted_file (file_id);
`,
}
