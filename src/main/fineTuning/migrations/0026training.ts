import type { Migration } from '../../storage/migrate.ts'

/** Creates the tables of models that are trained at services, and of answers to learn from. */
export const migration0026: Migration = {
  number: 26,
  sql: `
CREATE TABLE training (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  -- The stored file with the examples.
  file_id TEXT NOT NULL,
  -- What the check has found, as JSON.
  report TEXT NOT NULL CHECK (json_valid(report)),
  state TEXT NOT NULL
    CHECK (state IN ('draft', 'uploading', 'creating', 'running', 'unknown', 'succeeded', 'failed',
      'cancelled')),
  provider_id TEXT,
  model_id TEXT,
  options TEXT NOT NULL CHECK (json_valid(options)),
  -- The key whose account trains, by the key's name in the keychain.
  secret_id TEXT,
  -- The examples on each side, as JSON.
  split TEXT,
  -- The uploaded files, by their ids at the service.
  training_file TEXT,
  validation_file TEXT,
  -- Each "Start" is one consent; a refused request takes its post back.
  consents INTEGER NOT NULL DEFAULT 0,
  posts INTEGER NOT NULL DEFAULT 0,
  remote_id TEXT,
  remote_state TEXT,
  error TEXT,
  tuned_model TEXT,
  trained_tokens INTEGER,
  dollars REAL,
  finishes_at INTEGER,
  -- As JSON.
  curve TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(curve)),
  checkpoints TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(checkpoints)),
  events TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(events)),
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  ended_at INTEGER,
  CHECK (posts <= consents)
) STRICT;
-- Answers that the user has marked as good examples.
CREATE TABLE good_example (
  message_id TEXT PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
  marked_at INTEGER NOT NULL
) STRICT;
`,
}
