import { z } from 'zod'
import { citationSchema, partSchema, type Citation, type Part } from '../../shared/providers.ts'
import type { Database } from '../storage/connection.ts'
import { joinParts } from './messageParts.ts'

/** A piece of a reply that is still running, in the order in which it came. */
export type JournalEntry =
  | { kind: 'text' | 'reasoning'; value: string }
  | { kind: 'citation'; value: Citation }
  | { kind: 'request'; value: string }

export interface Journalled {
  parts: Part[]
  citations: Citation[]
  requestId: string | null
}

/**
 * Appends what has come since the last time; what came before is not touched. The values are JSON:
 * a chunk may end in the middle of a surrogate pair, which only its escape brings back.
 */
export function appendToJournal(
  database: Database,
  messageId: string,
  entries: readonly JournalEntry[],
): void {
  database.transaction(() => {
    for (const { kind, value } of entries) {
      database.run(
        'INSERT INTO journal (message_id, kind, value) VALUES (?, ?, ?)',
        messageId,
        kind,
        JSON.stringify(value),
      )
    }
  }, 'relaxed')
}

export function readJournal(database: Database, messageId: string): Journalled {
  const journalled: Journalled = { parts: [], citations: [], requestId: null }
  const rows = database.all(
    'SELECT kind, value FROM journal WHERE message_id = ? ORDER BY sequence',
    messageId,
  )
  for (const { kind, value } of rows) readEntry(String(kind), String(value), journalled)
  return { ...journalled, parts: joinParts(journalled.parts) }
}

export function clearJournal(database: Database, messageId: string): void {
  database.run('DELETE FROM journal WHERE message_id = ?', messageId)
}

function readEntry(kind: string, value: string, journalled: Journalled): void {
  const parsed = entrySchema.safeParse({ kind, value })
  if (!parsed.success) return
  const entry = parsed.data
  if (entry.kind === 'citation') journalled.citations.push(entry.value)
  else if (entry.kind === 'request') journalled.requestId = entry.value
  else journalled.parts.push(partSchema.parse({ type: entry.kind, text: entry.value }))
}

const jsonSchema = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'Not JSON' })
    return z.NEVER
  }
})
const textSchema = jsonSchema.pipe(z.string())
const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'reasoning']), value: textSchema }),
  z.object({ kind: z.literal('request'), value: textSchema }),
  z.object({ kind: z.literal('citation'), value: jsonSchema.pipe(citationSchema) }),
])
