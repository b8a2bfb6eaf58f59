import type { Migration } from '../../storage/migrate.ts'

/** Creates the record of what chats have uploaded to services. */
export const migration0019: Migration = {
  number: 19,
  sql: `
CREATE TABLE service_upload (
  -- Its name at the service, unique: an upload whose answer was lost is found by it.
  name TEXT PRIMARY KEY,
  provider_id TEXT NOT NULL,
  -- The key whose account holds it, by the key's name in the keychain.
  secret_id TEXT NOT NULL,
  -- The stored file.
  file_id TEXT NOT NULL,
  -- Its id at the service; NULL until the answer arrives.
  remote_id TEXT,
  -- 0 once the service no longer knew a file: it is uploaded anew.
  is_trusted INTEGER NOT NULL DEFAULT 1,
  begun_at INTEGER NOT NULL,
  -- When the service deletes it by itself; NULL if it stays.
  expires_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX service_upload_by_file ON service_upload (provider_id, secret_id, file_id);
`,
}
