import type { Migration } from '../../storage/migrate.ts'

/** Adds media: paid requests, the files that they were given, and what came of them. */
export const migration0012: Migration = {
  number: 12,
  sql: `
CREATE TABLE media_job (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  provider_id TEXT NOT NULL,
  model_id TEXT NOT NULL,
  provider_name TEXT NOT NULL,
  model_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  -- How often the user has consented to the paid request, and how often it was sent.
  consents INTEGER NOT NULL DEFAULT 1,
  posts INTEGER NOT NULL DEFAULT 0 CHECK (posts <= consents),
  cancelling INTEGER NOT NULL DEFAULT 0,
  resumable INTEGER NOT NULL,
  prompt TEXT NOT NULL,
  -- The prompt as searches compare it.
  folded TEXT NOT NULL,
  field_values TEXT NOT NULL,
  seed REAL,
  conversation_id TEXT,
  estimate TEXT,
  price TEXT,
  -- What the service got, to find the job by; and its id and addresses there.
  sent TEXT,
  handle TEXT,
  -- The addresses of the result's files, once they are known.
  result TEXT,
  position INTEGER,
  progress REAL,
  error TEXT,
  field_errors TEXT,
  created_at INTEGER NOT NULL,
  submitted_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX media_job_open ON media_job (created_at)
  WHERE state NOT IN ('done', 'cancelled');
CREATE INDEX media_job_conversation ON media_job (conversation_id)
  WHERE conversation_id IS NOT NULL;
CREATE INDEX media_job_model ON media_job (provider_id, model_id, created_at);

CREATE TABLE media_input (
  sequence INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL REFERENCES media_job (id) ON DELETE CASCADE
    DEFERRABLE INITIALLY DEFERRED,
  file_id TEXT NOT NULL,
  -- The output that it is. It may be erased since.
  output_id TEXT
) STRICT;
CREATE INDEX media_input_job ON media_input (job_id);
CREATE INDEX media_input_output ON media_input (output_id) WHERE output_id IS NOT NULL;

CREATE TABLE media_output (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL REFERENCES media_job (id) DEFERRABLE INITIALLY DEFERRED,
  ordinal INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  width INTEGER,
  height INTEGER,
  duration_milliseconds INTEGER,
  seed REAL,
  flagged INTEGER NOT NULL DEFAULT 0,
  favourite INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  UNIQUE (job_id, ordinal)
) STRICT;
CREATE INDEX media_output_shown ON media_output (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX media_output_deleted ON media_output (created_at, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX media_output_file ON media_output (file_id);

-- A file on its way to a service, or there. Another job that is given it need not send it again.
CREATE TABLE media_upload (
  sequence INTEGER PRIMARY KEY,
  provider_id TEXT NOT NULL,
  -- Tells the service's accounts apart; no key can be read from it.
  account TEXT NOT NULL,
  file_id TEXT NOT NULL,
  address TEXT NOT NULL,
  upload_address TEXT NOT NULL,
  -- The parts that the service has, as JSON; null once the file is whole.
  parts TEXT,
  expires_at INTEGER NOT NULL,
  UNIQUE (provider_id, account, file_id)
) STRICT;

-- The strokes of the mask drawn on a file.
CREATE TABLE media_mask (
  sequence INTEGER PRIMARY KEY,
  file_id TEXT NOT NULL UNIQUE,
  strokes TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
`,
}
