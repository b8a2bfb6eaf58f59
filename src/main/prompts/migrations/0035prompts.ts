import type { Migration } from '../../storage/migrate.ts'

/** Creates the library of prompts, with all texts that each has had. */
export const migration0035: Migration = {
  number: 35,
  sql: `
CREATE TABLE prompt (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- Milliseconds since 1970; null if it is there. A start erases the removed ones.
  removed_at INTEGER
) STRICT;
CREATE TABLE prompt_version (
  prompt_id TEXT NOT NULL REFERENCES prompt (id) ON DELETE CASCADE,
  -- The highest number of a prompt is its present text.
  number INTEGER NOT NULL,
  -- JSON: PromptFields.
  fields TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (prompt_id, number)
) STRICT;
`,
}
