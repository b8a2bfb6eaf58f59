import type { Migration } from '../../storage/migrate.ts'

/** Creates the record of the threads that hold chats with assistants. */
export const migration0024: Migration = {
  number: 24,
  sql: `
CREATE TABLE assistant_thread (
  conversation_id TEXT NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  provider_id TEXT NOT NULL,
  -- The key whose account holds it, by the key's name in the keychain.
  secret_id TEXT NOT NULL,
  -- JSON: KnownThread.
  thread TEXT NOT NULL,
  PRIMARY KEY (conversation_id, provider_id, secret_id)
) STRICT, WITHOUT ROWID;
`,
}
