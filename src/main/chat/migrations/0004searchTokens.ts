import type { Migration } from '../../storage/migrate.ts'

/**
 * Adds a search index of Parley's own tokens, with prefixes of words. Earlier messages are added in
 * the background; until then the earlier index answers.
 */
export const migration0004: Migration = {
  number: 4,
  sql: `
ALTER TABLE message_search RENAME TO message_search_before;
ALTER TABLE title_search RENAME TO title_search_before;

-- The tokens hold no ASCII letter in capitals, and nothing else to be folded.
CREATE VIRTUAL TABLE message_search USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'ascii'
);
CREATE VIRTUAL TABLE title_search USING fts5 (
  title, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'ascii'
);

-- The rows up to "last" that the new index lacks come after "done". Empty once it has all.
CREATE TABLE search_rest (
  kind TEXT PRIMARY KEY CHECK (kind IN ('title', 'message')),
  done INTEGER NOT NULL,
  last INTEGER NOT NULL
) STRICT;
INSERT INTO search_rest
  SELECT 'title', 0, max(sequence) FROM conversation HAVING count(*) > 0;
INSERT INTO search_rest
  SELECT 'message', 0, max(sequence) FROM message HAVING count(*) > 0;
`,
}
