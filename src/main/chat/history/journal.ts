import { z } from 'zod'
import { citationSchema, warningSchema } from '../../../shared/chat/parts.ts'
import { parseJson } from '../../../shared/json.ts'
import type { Citation, Warning } from '../../../shared/chat/parts.ts'
import type { Database, Durability } from '../../storage/connection.ts'
import { pieceSchema, type Piece } from './pieces.ts'

/** A piece of a running reply, in the order of arrival. */
export type JournalEntry =
  | { kind: 'text' | 'reasoning'; value: string }
  /** Anything but text and bare reasoning. */
  | { kind: 'piece'; value: Piece }
  | { kind: 'citation'; value: Citation }
  | { kind: 'warning'; value: Warning }
  | { kind: 'request'; value: string }

export interface Journalled {
  pieces: Piece[]
  citations: Citation[]
  warnings: Warning[]
  requestId: string | null
}

/**
 * Appends the entries since the last call; earlier rows stay untouched. Values are JSON, because a
 * chunk may end within a surrogate pair, which only an escape preserves.
 */
export function appendToJournal(
  database: Database,
  messageId: string,
  entries: readonly JournalEntry[],
  durability: Durability = 'relaxed',
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
  }, durability)
}

export function readJournal(database: Database, messageId: string): Journalled {
  const pieces: Piece[] = []
  const journalled: Journalled = { pieces, citations: [], warnings: [], requestId: null }
  const rows = database.all(
    'SELECT kind, value FROM journal WHERE message_id = ? ORDER BY sequence',
    messageId,
  )
  for (const { kind, value } of rows) {
    const entry = entrySchema.safeParse({ kind, value }).data
    if (!entry) continue
    if (entry.kind === 'citation') journalled.citations.push(entry.value)
    else if (entry.kind === 'warning') journalled.warnings.push(entry.value)
    else if (entry.kind === 'request') journalled.requestId = entry.value
    else if (entry.kind === 'piece') pieces.push(entry.value)
    else pieces.push({ type: entry.kind, text: entry.value })
  }
  return journalled
}

export function clearJournal(database: Database, messageId: string): void {
  database.run('DELETE FROM journal WHERE message_id = ?', messageId)
}

const jsonSchema = z.string().transform(parseJson)
const textSchema = jsonSchema.pipe(z.string())
const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['text', 'reasoning']), value: textSchema }),
  z.object({ kind: z.literal('request'), value: textSchema }),
  z.object({ kind: z.literal('piece'), value: jsonSchema.pipe(pieceSchema) }),
  z.object({ kind: z.literal('citation'), value: jsonSchema.pipe(citationSchema) }),
  z.object({ kind: z.literal('warning'), value: jsonSchema.pipe(warningSchema) }),
])
