import type { Migration } from '../../storage/migrate.ts'

/** Adds the parts of a table that go to a service's batches. */
export const migration0025: Migration = {
  number: 25,
  sql: `
ALTER TABLE batch ADD COLUMN way TEXT NOT NULL DEFAULT 'now' CHECK (way IN ('now', 'service'));
-- Each is one batch at the service.
CREATE TABLE batch_part (
  id TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL REFERENCES batch (id) ON DELETE CASCADE,
  -- From 1, in the order of their beginning.
  number INTEGER NOT NULL,
  -- The key whose account it belongs to, by the key's name in the keychain.
  secret_id TEXT NOT NULL,
  -- The API that its requests are for.
  endpoint TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('packing', 'uploaded', 'sending', 'following', 'lost', 'ended')),
  rows INTEGER NOT NULL DEFAULT 0,
  -- The id of its uploaded input; NULL before, and where the requests go with the creation.
  file_id TEXT,
  -- Its creation is paid for. By the service's clock.
  sent_at INTEGER,
  consents INTEGER NOT NULL DEFAULT 1,
  posts INTEGER NOT NULL DEFAULT 0,
  -- NULL until the answer to its creation has come.
  remote_id TEXT,
  remote_state TEXT,
  -- 1 for a batch that was found by its time and size: it may be somebody else's.
  is_guess INTEGER NOT NULL DEFAULT 0,
  -- As the service counts them.
  done INTEGER NOT NULL DEFAULT 0,
  failed INTEGER NOT NULL DEFAULT 0,
  UNIQUE (batch_id, number),
  CHECK (posts <= consents)
) STRICT;
-- The part that has the row's request.
ALTER TABLE batch_row ADD COLUMN part_id TEXT;
CREATE INDEX batch_row_by_part ON batch_row (part_id, state, number) WHERE part_id IS NOT NULL;
`,
}
