import type { Migration } from '../../storage/migrate.ts'

/**
 * Adds a search index that also has words with signs, such as C++, and what the filters of the
 * search ask for, and adds saved searches. Earlier messages are added in the background; until then
 * the earlier index answers.
 */
export const migration0032: Migration = {
  number: 32,
  sql: `
-- The tokens are those of message_search, with signed words and traits (search/traits.ts).
CREATE VIRTUAL TABLE message_words USING fts5 (
  text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'ascii'
);
CREATE VIRTUAL TABLE title_words USING fts5 (
  title, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4', tokenize = 'ascii'
);

-- The rows up to "last" that these indexes lack come after "done". Empty once they have all.
CREATE TABLE words_rest (
  kind TEXT PRIMARY KEY CHECK (kind IN ('title', 'message')),
  done INTEGER NOT NULL,
  last INTEGER NOT NULL
) STRICT;
INSERT INTO words_rest
  SELECT 'title', 0, max(sequence) FROM conversation HAVING count(*) > 0;
INSERT INTO words_rest
  SELECT 'message', 0, max(sequence) FROM message HAVING count(*) > 0;

-- The models that have written indexed messages.
CREATE TABLE answering_model (
  provider_id TEXT NOT NULL,
  model_id TEXT NOT NULL,
  PRIMARY KEY (provider_id, model_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_search (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  -- JSON: SearchFilters.
  filters TEXT NOT NULL
) STRICT;
`,
}
