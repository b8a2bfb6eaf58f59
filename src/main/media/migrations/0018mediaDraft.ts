import type { Migration } from '../../storage/migrate.ts'

/** Adds the form as the user has left it. */
export const migration0018: Migration = {
  number: 18,
  sql: `
CREATE TABLE media_draft (
  -- There is one form.
  sequence INTEGER PRIMARY KEY CHECK (sequence = 1),
  -- The model and what each field holds, as JSON.
  draft TEXT NOT NULL,
  -- The ids of the files in it, as JSON: they are kept as long as they stand here.
  files TEXT NOT NULL CHECK (json_valid(files)),
  changed_at INTEGER NOT NULL
) STRICT;
`,
}
