import type { Migration } from '../../storage/migrate.ts'

/** Adds warnings to answers, more than text to the journal, and the places of files. */
export const migration0002: Migration = {
  number: 2,
  sql: `
ALTER TABLE message ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]';

-- SQLite can't change a check: the table is made anew.
CREATE TABLE journal_new (
  sequence INTEGER PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES message (id) DEFERRABLE INITIALLY DEFERRED,
  kind TEXT NOT NULL
    CHECK (kind IN ('text', 'reasoning', 'piece', 'citation', 'warning', 'request')),
  value TEXT NOT NULL
) STRICT;
INSERT INTO journal_new SELECT sequence, message_id, kind, value FROM journal;
DROP TABLE journal;
ALTER TABLE journal_new RENAME TO journal;
CREATE INDEX journal_by_message ON journal (message_id, sequence);

-- Finds the files that are in use without reading all that was ever said.
CREATE INDEX message_with_file ON message (sequence) WHERE instr(parts, '"type":"file"') > 0;
`,
}
