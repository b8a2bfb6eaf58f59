import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/main/storage/database.ts'
import type { Part } from '../../src/shared/chat/parts.ts'
import { migrations } from '../../src/main/app/migrations.ts'
import { historyPath } from '../../src/main/storage/paths.ts'

/**
 * Creates a data folder with one chat of these messages, texts or parts, by the user and the
 * assistant in turn. The search finds only the text at `searched`. Returns the folder's path.
 */
export function seedChat(
  title: string,
  messages: readonly (string | readonly Part[])[],
  searched?: number,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-e2e-'))
  const database = openDatabase({ path: historyPath(folder), migrations })
  const conversationId = crypto.randomUUID()
  let parent: string | null = null
  database.transaction(() => {
    database.run(
      `INSERT INTO conversation (id, title, title_source, created_at, used_at)
       VALUES (?, ?, 'user', 1, 1)`,
      conversationId,
      title,
    )
    for (const [index, message] of messages.entries()) {
      const id = crypto.randomUUID()
      const role = index % 2 === 0 ? 'user' : 'assistant'
      database.run(
        `INSERT INTO message (id, conversation_id, parent_id, role, status, created_at, parts)
         VALUES (?, ?, ?, ?, 'complete', 1, ?)`,
        id,
        conversationId,
        parent,
        role,
        JSON.stringify(typeof message === 'string' ? [{ type: 'text', text: message }] : message),
      )
      if (index === searched && typeof message === 'string') {
        database.run(
          'INSERT INTO message_words (rowid, text) SELECT sequence, ? FROM message WHERE id = ?',
          message,
          id,
        )
      }
      parent = id
    }
    database.run('UPDATE conversation SET leaf_id = ?', parent)
  })
  database.close()
  return folder
}
