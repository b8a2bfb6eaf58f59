import type { Database } from '../storage/connection.ts'

/** Stands for the next new chat, which has no id yet. */
const nextChat = 'next'

/** Returns the plugins that are off in a chat; null for the next new one. All others are on. */
export function pluginsOff(database: Database, conversationId: string | null): Set<string> {
  const rows = database.all(
    'SELECT plugin_id FROM plugin_chat WHERE conversation_id = ? AND is_on = 0',
    conversationId ?? nextChat,
  )
  return new Set(rows.map((row) => String(row['plugin_id'])))
}

/** Turns a plugin on or off in a chat; null for the next new one. */
export function setInChat(
  database: Database,
  conversationId: string | null,
  pluginId: string,
  isOn: boolean,
): void {
  database.run(
    `INSERT INTO plugin_chat (conversation_id, plugin_id, is_on) VALUES (?, ?, ?)
     ON CONFLICT (conversation_id, plugin_id) DO UPDATE SET is_on = excluded.is_on`,
    conversationId ?? nextChat,
    pluginId,
    isOn ? 1 : 0,
  )
}

/** Gives a new chat what was chosen for it before it had an id. */
export function beginChat(database: Database, conversationId: string): void {
  database.run(
    'UPDATE plugin_chat SET conversation_id = ? WHERE conversation_id = ?',
    conversationId,
    nextChat,
  )
}

/** Gives a new chat the plugins of another. */
export function copyChatPlugins(database: Database, fromId: string, toId: string): void {
  database.run(
    `INSERT INTO plugin_chat (conversation_id, plugin_id, is_on)
     SELECT ?, plugin_id, is_on FROM plugin_chat WHERE conversation_id = ?`,
    ...[toId, fromId],
  )
}

/** Forgets chats that are gone. */
export function forgetLostChats(database: Database): void {
  database.run('DELETE FROM plugin_chat WHERE conversation_id NOT IN (SELECT id FROM conversation)')
}
