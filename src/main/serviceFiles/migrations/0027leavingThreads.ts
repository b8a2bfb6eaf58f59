import type { Migration } from '../../storage/migrate.ts'

/** Keeps the threads of erased chats until they are deleted at their services. */
export const migration0027: Migration = {
  number: 27,
  sql: `
ALTER TABLE assistant_thread RENAME TO earlier_thread;
CREATE TABLE assistant_thread (
  provider_id TEXT NOT NULL,
  -- The key whose account holds it, by the key's name in the keychain.
  secret_id TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  -- The chat that it was made for. No reference, because the row stays when the chat is erased.
  conversation_id TEXT NOT NULL,
  -- JSON: KnownThread. NULL if the chat does not go on with it.
  known TEXT,
  -- 1 once the chat is erased: it is to be deleted at the service.
  is_leaving INTEGER NOT NULL DEFAULT 0,
  -- JSON: WireError. Why it could not be deleted.
  error TEXT,
  PRIMARY KEY (provider_id, secret_id, thread_id)
) STRICT, WITHOUT ROWID;
INSERT INTO assistant_thread (provider_id, secret_id, thread_id, conversation_id, known)
  SELECT provider_id, secret_id, thread ->> '$.threadId', conversation_id, thread
  FROM earlier_thread
  WHERE json_valid(thread) AND json_type(thread, '$.threadId') = 'text'
  ON CONFLICT DO NOTHING;
DROP TABLE earlier_thread;
CREATE INDEX assistant_thread_by_conversation ON assistant_thread (conversation_id);
CREATE TRIGGER assistant_thread_leaves AFTER DELETE ON conversation BEGIN
  UPDATE assistant_thread SET is_leaving = 1 WHERE conversation_id = OLD.id;
END;
`,
}
