import type { Migration } from '../../storage/migrate.ts'

/** Creates what plugins' pages keep for the calls that they show. */
export const migration0010: Migration = {
  number: 10,
  sql: `
CREATE TABLE plugin_page_state (
  message_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  key TEXT NOT NULL,
  -- JSON.
  value TEXT NOT NULL,
  PRIMARY KEY (message_id, call_id, key)
) STRICT;
`,
}
