import { randomUUID } from 'node:crypto'
import type { Message } from '../../../shared/chat/chat.ts'
import { usageSchema, type Usage } from '../../../shared/chat/parts.ts'
import { guardLedger, hasSpend, recordSpend } from '../../spending/ledger.ts'
import { runBackgroundSlices } from '../../storage/backgroundSlices.ts'
import { readJson } from '../../storage/columns.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { isSpoken } from '../tools/toolCallStates.ts'
import { readModel, readTime } from './readColumns.ts'

/** A request of an answer. */
export interface AnswerRequest {
  origin: string
  /** Milliseconds since 1970. */
  at: number
  /** The service's counts; null if it told none. */
  usage: Usage | null
}

/** Fields of an answer as it was before the requests. */
type Answer = Pick<Message, 'id' | 'conversationId' | 'model' | 'usage' | 'createdAt' | 'parts'>

/**
 * Adds requests of an answer to the ledger, after the earlier ones of the same answer. A failure is
 * logged.
 */
export function recordRequests(
  database: Database,
  answer: Answer,
  requests: readonly AnswerRequest[],
): void {
  const { id, conversationId, model, usage, createdAt, parts } = answer
  if (!model) return
  const kind = isSpoken(parts) ? 'realtime' : 'answer'
  const common = { kind, model, conversationId, messageId: id } as const
  guardLedger(database, () => {
    // A realtime session has counted the calls that it asked for; an answer from before the ledger
    // has one count for all its requests, or none. A branch's copies were paid in another chat.
    const wasPaid = kind === 'realtime' || (isEarlier(database, id) && (usage || parts.length > 0))
    if (wasPaid && !hasSpend(database, id)) {
      recordSpend(database, { ...common, origin: id, at: createdAt, usage })
    }
    for (const request of requests) recordSpend(database, { ...common, ...request })
  })
}

/** Tells whether an answer is from before the ledger, and not yet in it. */
function isEarlier(database: Database, id: string): boolean {
  const sql = 'SELECT 1 FROM message JOIN spend_rest ON sequence <= last WHERE id = ?'
  return database.get(sql, id) !== undefined
}

/** Adds the request of an answer that was broken off, whose counts nobody knows. */
export function recordBrokenOff(database: Database, answer: Answer): void {
  const request = { origin: randomUUID(), at: answer.createdAt, usage: null }
  // The parts may be those of the request that was broken off, which has one row.
  const earlier = answer.usage ? answer : { ...answer, parts: [] }
  // No model is asked after the calls of a realtime session.
  if (isSpoken(answer.parts)) recordRequests(database, answer, [])
  else recordRequests(database, earlier, [request])
}

/** Few enough for 8 ms of main's time. */
const maxRowsPerSlice = 100

/**
 * Adds the answers from before the ledger to it, the newest first, in slices that are a transaction
 * each: after a kill it continues. Returns a function that stops it.
 */
export function recordEarlierAnswers(
  database: Database,
  log: (event: string, detail?: unknown) => void,
): () => void {
  return runBackgroundSlices({
    work: () => recordSlice(database),
    onFailure: (error) => log('Earlier answers could not be added to the ledger', error),
  })
}

/** Fields of an earlier answer. Parts can be long: they are read only where there is no count. */
const earlierSql = `SELECT sequence, id, conversation_id, provider_id, model_id, created_at, usage,
    usage IS NULL AND (parts = '[]' OR status = 'streaming') AS is_free
  FROM message WHERE role = 'assistant' AND sequence <=`

/** Adds one slice of earlier answers. Returns false if nothing is left. */
export function recordSlice(database: Database): boolean {
  // After a loss of power the slice is made again.
  return database.transaction(() => {
    const rest = database.get('SELECT last FROM spend_rest')
    if (!rest) return false
    const rows = database.all(
      `${earlierSql} ? ORDER BY sequence DESC LIMIT ?`,
      ...[Number(rest['last']), maxRowsPerSlice],
    )
    for (const row of rows) recordEarlier(database, row)
    const reached = rows.at(-1)?.['sequence']
    if (reached === undefined) database.run('DELETE FROM spend_rest')
    else database.run('UPDATE spend_rest SET last = ?', Number(reached) - 1)
    return reached !== undefined
  }, 'relaxed')
}

/**
 * Adds the earlier answers of a conversation that is about to be erased. Deleted messages are
 * erased with a hidden conversation; what they have cost stays with `paidIn`, their own.
 */
export function recordRemoved(
  database: Database,
  conversationId: string,
  paidIn: string = conversationId,
): void {
  guardLedger(database, () =>
    database.transaction(() => {
      const rows = database.all(
        `${earlierSql} (SELECT last FROM spend_rest) AND conversation_id = ?`,
        conversationId,
      )
      for (const row of rows) recordEarlier(database, { ...row, conversation_id: paidIn })
    }),
  )
}

/** Adds an answer, unless it was continued and so has requests in the ledger. */
function recordEarlier(database: Database, row: Row): void {
  const id = String(row['id'])
  const model = readModel(row)
  if (!model || row['is_free'] === 1 || hasSpend(database, id)) return
  recordSpend(database, {
    ...{ origin: id, kind: 'answer', at: readTime(row['created_at']), model },
    ...{ conversationId: String(row['conversation_id']), messageId: id },
    usage: readJson(row['usage'], usageSchema),
  })
}
