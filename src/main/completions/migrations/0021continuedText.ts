import type { Migration } from '../../storage/migrate.ts'

/** Adds the text of "Continue a text", as the user has left it. */
export const migration0021: Migration = {
  number: 21,
  sql: `
CREATE TABLE continued_text (
  -- There is one page.
  sequence INTEGER PRIMARY KEY CHECK (sequence = 1),
  -- The text, its changes and the fields, as JSON.
  kept TEXT NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
`,
}
