import { z } from 'zod'
import { askModes, type ChatKnowledge } from '../../../shared/knowledge/knowledge.ts'
import { parseJson } from '../../../shared/json.ts'
import type { Database } from '../../storage/connection.ts'

/** Stands for the next new chat, which has no id yet. */
const nextChat = 'next'

const rowSchema = z.object({
  base_ids: z.string().transform(parseJson).pipe(z.array(z.string())),
  mode: z.enum(askModes),
})

/** Returns the bases that a chat asks; null for the next new one. */
export function chatBases(database: Database, conversationId: string | null): ChatKnowledge {
  const row = database.get(
    'SELECT base_ids, mode FROM knowledge_chat WHERE conversation_id = ?',
    conversationId ?? nextChat,
  )
  const read = rowSchema.safeParse(row).data
  return { baseIds: read?.base_ids ?? [], mode: read?.mode ?? 'always' }
}

/** Sets the bases that a chat asks; null for the next new one. */
export function setChatBases(
  database: Database,
  conversationId: string | null,
  { baseIds, mode }: ChatKnowledge,
): void {
  database.run(
    `INSERT INTO knowledge_chat (conversation_id, base_ids, mode) VALUES (?, ?, ?)
     ON CONFLICT (conversation_id) DO UPDATE SET base_ids = excluded.base_ids, mode = excluded.mode`,
    conversationId ?? nextChat,
    JSON.stringify([...new Set(baseIds)]),
    mode,
  )
}

/** Gives a new chat what was chosen for it before it had an id. */
export function beginChat(database: Database, conversationId: string): void {
  database.run(
    'UPDATE knowledge_chat SET conversation_id = ? WHERE conversation_id = ?',
    conversationId,
    nextChat,
  )
}

/** Gives a new chat the bases that another asks. */
export function copyChatBases(database: Database, fromId: string, toId: string): void {
  database.run(
    `INSERT INTO knowledge_chat (conversation_id, base_ids, mode)
     SELECT ?, base_ids, mode FROM knowledge_chat WHERE conversation_id = ?`,
    ...[toId, fromId],
  )
}

/** Forgets chats and answers that are gone, and a choice for a chat that was never begun. */
export function forgetLostChats(database: Database): void {
  database.run(
    'DELETE FROM knowledge_chat WHERE conversation_id NOT IN (SELECT id FROM conversation)',
  )
  database.run('DELETE FROM knowledge_passage WHERE message_id NOT IN (SELECT id FROM message)')
}
