import type { Migration } from '../../storage/migrate.ts'

/** Adds the workflows of ComfyUI that the user has imported. */
export const migration0014: Migration = {
  number: 14,
  sql: `
CREATE TABLE media_workflow (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- The server that it runs on.
  address TEXT NOT NULL,
  -- The workflow in API format, and what its inputs mean, as JSON.
  graph TEXT NOT NULL,
  marks TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`,
}
