import type { Migration } from '../../storage/migrate.ts'

/** Creates the user's assistants, and the instructions and parameters of chats. */
export const migration0029: Migration = {
  number: 29,
  sql: `
CREATE TABLE assistant_profile (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  -- JSON: AssistantFields.
  fields TEXT NOT NULL
) STRICT;
-- A chat without a row is “Plain” and has no values of its own.
CREATE TABLE chat_setup (
  -- Null for the next new chat, which has no id yet.
  conversation_id TEXT UNIQUE REFERENCES conversation (id) ON DELETE CASCADE,
  -- After a repair, an id may name no assistant: then nothing is sent until the user decides.
  assistant_id TEXT,
  -- JSON: the chat's own values, which replace those of its assistant.
  own TEXT NOT NULL
) STRICT;
CREATE INDEX chat_setup_by_assistant ON chat_setup (assistant_id);
`,
}
