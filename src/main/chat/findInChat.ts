import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundMessage } from '../../shared/chat.ts'
import type { Part } from '../../shared/parts.ts'
import { foldedText, queryCounter } from '../../shared/textSearch.ts'
import type { Database, Row } from '../storage/connection.ts'
import { getConversation } from './conversations.ts'
import { readJournal } from './journal.ts'
import { joinContinuation, textOf } from './messageParts.ts'
import { readParts, readRole } from './messageRow.ts'
import { visibleText } from './visibleText.ts'

/** Main answers others in between. */
const sliceMilliseconds = 8
/** So many messages are read at a time. */
const pageLength = 100

/**
 * The messages of the shown branch that hold the query, in reading order. The text of answers is
 * looked through without Markdown's marks, roughly as it is shown. Errors: conversationMissing.
 */
export async function findInChat(
  database: Database,
  { conversationId, query }: { conversationId: string; query: string },
): Promise<FoundMessage[]> {
  getConversation(database, conversationId)
  const count = queryCounter(query)
  if (!count) return []
  const found: FoundMessage[] = []
  let sliceStart = performance.now()
  for (const row of readBranch(database, conversationId)) {
    const parts = searchedParts(database, row).map(({ kind, text }) => ({
      kind,
      count: count(foldedText(text)),
    }))
    if (parts.some((part) => part.count > 0)) found.push({ id: String(row['id']), parts })
    if (performance.now() - sliceStart < sliceMilliseconds) continue
    await nextTurn()
    sliceStart = performance.now()
  }
  return found
}

/** A page at a time: what is asked for in between finds the database free. */
function* readBranch(database: Database, conversationId: string): Iterable<Row> {
  const sequences = listBranch(database, conversationId)
  for (let start = 0; start < sequences.length; start += pageLength) {
    yield* database.all(
      `SELECT message.id, message.role, message.status, message.parts
       FROM json_each(?) AS wanted JOIN message ON message.sequence = wanted.value
       ORDER BY wanted.key`,
      JSON.stringify(sequences.slice(start, start + pageLength)),
    )
  }
}

/** In reading order, by their sequence: rows are found by it more quickly than by their ID. */
function listBranch(database: Database, conversationId: string): number[] {
  return database
    .all(
      `WITH RECURSIVE branch (sequence, parent_id, depth) AS (
         SELECT message.sequence, message.parent_id, 0
         FROM conversation JOIN message ON message.id = conversation.leaf_id
         WHERE conversation.id = ?
         UNION ALL
         SELECT message.sequence, message.parent_id, depth + 1
         FROM branch JOIN message ON message.id = branch.parent_id
       )
       SELECT sequence FROM branch ORDER BY depth DESC`,
      conversationId,
    )
    .map((row) => Number(row['sequence']))
}

interface SearchedPart {
  kind: 'text' | 'reasoning'
  text: string
}

/** What of a message is shown as text, one entry for each piece of the page that shows it. */
function searchedParts(database: Database, row: Row): SearchedPart[] {
  const parts = readParts(row)
  // The user's own words are shown as they were written.
  if (readRole(row) === 'user') return [{ kind: 'text', text: textOf(parts) }]
  const all: readonly Part[] =
    row['status'] === 'streaming'
      ? joinContinuation(parts, readJournal(database, String(row['id'])).pieces)
      : parts
  return all.flatMap((part): SearchedPart[] => {
    if (part.type !== 'text' && part.type !== 'reasoning') return []
    // Sealed thoughts are not shown.
    if (part.type === 'reasoning' && part.text === '') return []
    return [{ kind: part.type, text: visibleText(part.text) }]
  })
}
