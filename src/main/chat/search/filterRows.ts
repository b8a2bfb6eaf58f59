import type { SearchFilters, SearchTime } from '../../../shared/chat/searching.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { chatToken, dayBeginnings, fileToken, hasFileSql, modelToken, roleToken } from './traits.ts'

/** More chats than these are not looked up in the index one by one. */
const maxChatTokens = 500

/** The user's filters, as the index and SQL understand it. */
export interface RowFilter {
  /** FTS5 expressions that all rows match; some other rows may match, too. */
  expressions: readonly string[]
  /** SQL on `message` that decides; empty for none. */
  sql: string
  values: readonly Row[string][]
}

interface Condition {
  expression?: string
  sql: string
  values: readonly Row[string][]
}

/** Tells whether any filter is set. */
export function isFiltered({ from, time, model, assistantId, hasFile }: SearchFilters): boolean {
  return hasFile || [from, time, model, assistantId].some((value) => value !== null)
}

/** Returns the filter of rows for filters of the user, with days as the calendar of `now` has them. */
export function rowFilter(database: Database, filters: SearchFilters, now = new Date()): RowFilter {
  const { from, time, model, assistantId, hasFile } = filters
  const conditions: Condition[] = []
  if (from !== null)
    conditions.push({ ...one('message.role = ?', from), expression: quoted(roleToken(from)) })
  if (time) conditions.push(timeCondition(time, now))
  if (model) {
    conditions.push({
      expression: quoted(modelToken(model)),
      sql: 'message.provider_id = ? AND message.model_id = ?',
      values: [model.providerId, model.modelId],
    })
  }
  if (assistantId !== null) conditions.push(assistantCondition(database, assistantId))
  if (hasFile) conditions.push({ expression: quoted(fileToken), sql: hasFileSql, values: [] })
  return {
    expressions: conditions.flatMap(({ expression = [] }) => expression),
    sql: conditions.map(({ sql }) => ` AND ${sql}`).join(''),
    values: conditions.flatMap(({ values }) => values),
  }
}

function one(sql: string, value: Row[string]): Condition {
  return { sql, values: [value] }
}

function quoted(token: string): string {
  return `"${token}"`
}

function anyOf(tokens: readonly string[], sign = ''): string {
  return `(${tokens.map((token) => quoted(token) + sign).join(' OR ')})`
}

function timeCondition(time: SearchTime, now: Date): Condition {
  const { after, before } = timeBounds(time, now)
  if (after >= before) return { sql: 'FALSE', values: [] }
  return {
    expression: anyOf(dayBeginnings(after, before - 1), '*'),
    sql: 'message.created_at >= ? AND message.created_at < ?',
    values: [after, before],
  }
}

/** The largest time of a Date. */
const endOfTime = 8.64e15

/** Returns the first millisecond of the range, and the first one after it, in the local time zone. */
export function timeBounds(time: SearchTime, now: Date): { after: number; before: number } {
  if (time.kind === 'last') {
    const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
    return { after: plusDays(today, 1 - time.days).getTime(), before: endOfTime }
  }
  const { first, last } = time
  return {
    after: first === null ? 0 : localDay(first).getTime(),
    before: last === null ? endOfTime : plusDays(localDay(last), 1).getTime(),
  }
}

function localDay(text: string): Date {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  const date = new Date(2000, month - 1, day)
  date.setFullYear(year, month - 1, day)
  return date
}

/** A day may have 23 or 25 hours, so the calendar counts. */
function plusDays(date: Date, days: number): Date {
  const other = new Date(date)
  other.setDate(other.getDate() + days)
  return other
}

function assistantCondition(database: Database, assistantId: string): Condition {
  const chats = database
    .all(
      `SELECT conversation.sequence FROM chat_setup
       JOIN conversation ON conversation.id = chat_setup.conversation_id
       WHERE chat_setup.assistant_id = ? AND conversation.removed_at IS NULL
       LIMIT ?`,
      assistantId,
      maxChatTokens + 1,
    )
    .map((row) => Number(row['sequence']))
  if (chats.length === 0) return { sql: 'FALSE', values: [] }
  return {
    ...(chats.length <= maxChatTokens && { expression: anyOf(chats.map(chatToken)) }),
    sql: `EXISTS (SELECT 1 FROM chat_setup WHERE chat_setup.assistant_id = ?
      AND chat_setup.conversation_id = message.conversation_id)`,
    values: [assistantId],
  }
}
