import type { Migration } from '../../storage/migrate.ts'

/** Creates the jobs of every kind. A kind's own data is JSON, which the kind parses. */
export const migration0006: Migration = {
  number: 6,
  sql: `
CREATE TABLE job (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  -- Two active jobs of one kind and key would do the same work.
  key TEXT NOT NULL,
  subject TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled')),
  cancelling INTEGER NOT NULL DEFAULT 0,
  input TEXT NOT NULL,
  progress TEXT,
  result TEXT,
  error TEXT,
  -- How often the user has asked for it, and how often it has failed since it last advanced.
  consents INTEGER NOT NULL DEFAULT 1,
  failures INTEGER NOT NULL DEFAULT 0,
  until INTEGER,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE UNIQUE INDEX job_active ON job (kind, key)
  WHERE state IN ('waiting', 'running', 'paused') AND cancelling = 0;
`,
}
