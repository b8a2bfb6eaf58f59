import type { Migration } from '../../storage/migrate.ts'

/** Adds the queue of messages that wait for an answer to end. */
export const migration0005: Migration = {
  number: 5,
  sql: `
CREATE TABLE queued_message (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversation (id) DEFERRABLE INITIALLY DEFERRED,
  text TEXT NOT NULL,
  files TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX queued_message_by_conversation ON queued_message (conversation_id, sequence);
`,
}
