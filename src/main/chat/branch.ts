import type { Message } from '../../shared/chat.ts'
import type { Part } from '../../shared/providers.ts'
import type { Database } from '../storage/connection.ts'
import type { Turn } from '../providers/provider.ts'
import { showLeaf } from './conversations.ts'
import { textOf } from './messageParts.ts'
import { readParts, readRole } from './messageRow.ts'
import { messageMissing } from './messages.ts'

/** Shows the branch that holds this message, up to what was last said under it. */
export function showVersion(database: Database, messageId: string): void {
  // A message's sequence is greater than its parent's, so the greatest one is a leaf.
  const row = database.get(
    `WITH RECURSIVE below (id, sequence) AS (
       SELECT id, sequence FROM message WHERE id = ?
       UNION
       SELECT message.id, message.sequence FROM below JOIN message ON message.parent_id = below.id
     )
     SELECT message.id, message.conversation_id FROM message
     WHERE sequence = (SELECT max(sequence) FROM below)`,
    messageId,
  )
  if (!row) throw messageMissing(messageId)
  showLeaf(database, String(row['conversation_id']), String(row['id']))
}

/** The branch from the root to this message as a provider is told it: what was said, without reasoning. */
export function readTurns(database: Database, leafId: string | null): Turn[] {
  const rows = database.iterate(
    `WITH RECURSIVE branch (id, parent_id) AS (
       SELECT id, parent_id FROM message WHERE id = ?
       UNION
       SELECT message.id, message.parent_id
       FROM branch JOIN message ON message.id = branch.parent_id
     )
     SELECT message.role, message.parts FROM branch JOIN message ON message.id = branch.id
     ORDER BY message.sequence`,
    leafId,
  )
  const turns: Turn[] = []
  for (const row of rows) appendTurn(turns, readRole(row), textOf(readParts(row)))
  return turns
}

/**
 * Leaves out what is empty, such as a failed answer. The questions around it become one turn, as
 * many models' templates insist that the roles alternate.
 */
export function appendTurn(turns: Turn[], role: Message['role'], text: string): void {
  if (text === '') return
  const last = turns.at(-1)
  const earlier = last?.role === role ? turns.pop()?.parts : undefined
  const parts: Part[] = [{ type: 'text', text: earlier ? `${textOf(earlier)}\n\n${text}` : text }]
  turns.push({ role, parts })
}
