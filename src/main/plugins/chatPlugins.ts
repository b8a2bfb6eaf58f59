import type { Database } from '../storage/connection.ts'

/** Returns the plugins that are off in a chat. All others are on. */
export function pluginsOff(database: Database, conversationId: string): Set<string> {
  const rows = database.all(
    'SELECT plugin_id FROM plugin_chat WHERE conversation_id = ? AND is_on = 0',
    conversationId,
  )
  return new Set(rows.map((row) => String(row['plugin_id'])))
}

/** Turns a plugin on or off in a chat, which may have no message yet. */
export function setInChat(
  database: Database,
  conversationId: string,
  pluginId: string,
  isOn: boolean,
): void {
  database.run(
    `INSERT INTO plugin_chat (conversation_id, plugin_id, is_on) VALUES (?, ?, ?)
     ON CONFLICT (conversation_id, plugin_id) DO UPDATE SET is_on = excluded.is_on`,
    conversationId,
    pluginId,
    isOn ? 1 : 0,
  )
}

/** Forgets chats that are gone. */
export function forgetLostChats(database: Database): void {
  database.run('DELETE FROM plugin_chat WHERE conversation_id NOT IN (SELECT id FROM conversation)')
}
