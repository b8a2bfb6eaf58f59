import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundMessage } from '../../../shared/chat/searching.ts'
import type { Part } from '../../../shared/chat/parts.ts'
import { foldedText, queryCounter } from '../../../shared/knowledge/textSearch.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { getConversation } from '../history/conversations.ts'
import { readJournal } from '../history/journal.ts'
import { joinContinuation, textOf } from '../history/messageParts.ts'
import { readParts, readRole } from '../history/messageRow.ts'
import { visibleText } from './visibleText.ts'

/** Milliseconds of work before main answers other requests. */
const sliceMilliseconds = 8
/** Messages read at a time. */
const pageLength = 100

/**
 * Finds the messages of the shown branch that contain the query, in reading order. Answers are
 * searched without Markdown's marks, roughly as shown. Errors: conversationMissing.
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

/** Yields the rows of the branch page by page, so that the database is free in between. */
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

/**
 * Returns the sequences of the branch in reading order: a row is found faster by its sequence than
 * by its id.
 */
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

/** Returns a message's visible text, one entry for each piece that the page shows. */
function searchedParts(database: Database, row: Row): SearchedPart[] {
  const parts = readParts(row)
  // The user's messages are shown as written.
  if (readRole(row) === 'user') return [{ kind: 'text', text: textOf(parts) }]
  const all: readonly Part[] =
    row['status'] === 'streaming'
      ? joinContinuation(parts, readJournal(database, String(row['id'])).pieces)
      : parts
  return all.flatMap((part): SearchedPart[] => {
    if (part.type !== 'text' && part.type !== 'reasoning') return []
    // Sealed reasoning is not shown.
    if (part.type === 'reasoning' && part.text === '') return []
    return [{ kind: part.type, text: visibleText(part.text) }]
  })
}
