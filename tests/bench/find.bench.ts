import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { findInChat } from '../../src/main/chat/search/findInChat.ts'
import type { Database } from '../../src/main/storage/connection.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { migrations } from '../../src/main/app/migrations.ts'
import { historyPath } from '../../src/main/storage/paths.ts'
import type { BenchOptions, Report } from './row.ts'

const messages = 10_000
const conversationId = '00000000-0000-4000-8000-000000000000'
const paragraph =
  'The **quick** brown fox [jumps](https://example.org) over the `lazy` dog, and *so on*.\n\n- one naïve item\n- another\n\n'
/** Queries that match few messages, all answers, several words, and nothing. */
const queries = ['pelican', 'naive', 'the quick brown', 'walrus']

/**
 * Measures finding a text in a long chat: the time in main, and the longest delay of its event
 * loop.
 */
export async function run(report: Report, { quick }: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const database = openDatabase({ path: historyPath(folder), migrations })
  try {
    fill(database)
    const times: number[] = []
    const delays: number[] = []
    for (let round = 0; round < (quick ? 2 : 6); round += 1) {
      for (const query of queries) {
        const { milliseconds, longestDelay } = await measure(database, query)
        // The first round loads code and pages.
        if (round === 0) continue
        times.push(milliseconds)
        delays.push(longestDelay)
      }
    }
    const name = 'find in a chat of 10,000 messages'
    report({ name, unit: 'ms', samples: times, aim: { most: 100 } })
    report({ name: `${name}: longest stall`, unit: 'ms', samples: delays, aim: { most: 50 } })
  } finally {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  database: Database,
  query: string,
): Promise<{ milliseconds: number; longestDelay: number }> {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const start = performance.now()
  await findInChat(database, { conversationId, query })
  const milliseconds = performance.now() - start
  delays.disable()
  return { milliseconds, longestDelay: delays.max / 1e6 }
}

/** Fills the chat with one-line questions and answers of up to a page. */
function fill(database: Database): void {
  database.transaction(() => {
    database.run(
      `INSERT INTO conversation (id, title, title_source, created_at, used_at)
       VALUES (?, 'Long', 'user', 0, 0)`,
      conversationId,
    )
    let parentId: string | null = null
    for (let index = 0; index < messages; index += 1) {
      const id = crypto.randomUUID()
      const role = index % 2 === 0 ? 'user' : 'assistant'
      const answer = paragraph.repeat(1 + (index % 12)) + (index % 500 === 1 ? 'A pelican.' : '')
      const text = role === 'user' ? `Question ${index} of many.` : answer
      database.run(
        `INSERT INTO message (id, conversation_id, parent_id, role, status, created_at, parts)
         VALUES (?, ?, ?, ?, 'complete', 0, ?)`,
        ...[id, conversationId, parentId, role, JSON.stringify([{ type: 'text', text }])],
      )
      parentId = id
    }
    database.run('UPDATE conversation SET leaf_id = ? WHERE id = ?', parentId, conversationId)
  })
}
