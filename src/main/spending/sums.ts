import type { MonthSpending, SpendingSum } from '../../shared/spending.ts'
import { numberOf, textOf } from '../storage/columns.ts'
import type { Database, Row } from '../storage/connection.ts'
import { nanosPerUnit } from './priceOfSpend.ts'

/** Sums of a group, in one currency. The indices of days and chats hold all that they read. */
const sums = `currency, count(*) AS requests, sum(basis = 'estimated') AS estimated,
  sum(basis IN ('unknown', 'due')) AS unknown, sum(input_tokens) AS input_tokens,
  sum(output_tokens) AS output_tokens, sum(nano_amount) AS nano_amount`

/** Sums up a month, such as `2026-11`: in all, by day, and by provider and model. */
export function sumMonth(database: Database, month: string): MonthSpending {
  const rows = database.all(
    `SELECT day, provider_id, model_id, ${sums} FROM spend WHERE day >= ? AND day <= ?
     GROUP BY day, provider_id, model_id, currency`,
    ...[`${month}-01`, `${month}-31`],
  )
  const first = textOf(database.get('SELECT min(day) AS day FROM spend')?.['day'])
  return {
    total: addUp(rows),
    days: groupBy(rows, 'day').map(([day, found]) => ({ day, sum: addUp(found) })),
    providers: groupBy(rows, 'provider_id').map(([providerId, ofProvider]) => ({
      providerId,
      sum: addUp(ofProvider),
      models: groupBy(ofProvider, 'model_id').map(([modelId, found]) => {
        return { modelId, sum: addUp(found) }
      }),
    })),
    firstMonth: first === null ? null : first.slice(0, 7),
  }
}

/**
 * Returns the known and estimated dollars of a month in billionths, and how many requests have no
 * known amount.
 */
export function sumDollars(database: Database, month: string): { nano: number; unknown: number } {
  const row = database.get(
    `SELECT sum(CASE WHEN currency = 'USD' THEN nano_amount END) AS nano,
       sum(basis IN ('unknown', 'due')) AS unknown
     FROM spend WHERE day >= ? AND day <= ?`,
    ...[`${month}-01`, `${month}-31`],
  )
  return { nano: numberOf(row?.['nano']) ?? 0, unknown: numberOf(row?.['unknown']) ?? 0 }
}

/** Sums up the requests of an answer. */
export function sumAnswer(database: Database, messageId: string): SpendingSum {
  const sql = `SELECT ${sums} FROM spend WHERE message_id = ? GROUP BY currency`
  return addUp(database.all(sql, messageId))
}

/** Sums up the requests of a chat. */
export function sumChat(database: Database, conversationId: string): SpendingSum {
  const sql = `SELECT ${sums} FROM spend WHERE conversation_id = ? GROUP BY currency`
  return addUp(database.all(sql, conversationId))
}

function groupBy(rows: readonly Row[], column: string): [string, Row[]][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const value = String(row[column])
    const group = groups.get(value)
    if (group) group.push(row)
    else groups.set(value, [row])
  }
  return [...groups]
}

function addUp(rows: readonly Row[]): SpendingSum {
  const add = (name: string): number =>
    rows.reduce((sum, row) => sum + (numberOf(row[name]) ?? 0), 0)
  const nanos = new Map<string, number>()
  for (const row of rows) {
    const currency = textOf(row['currency'])
    if (currency === null) continue
    nanos.set(currency, (nanos.get(currency) ?? 0) + Number(row['nano_amount']))
  }
  return {
    amounts: [...nanos]
      .map(([currency, nano]) => ({ amount: nano / nanosPerUnit, currency }))
      .toSorted(dollarsFirst),
    requests: add('requests'),
    estimated: add('estimated'),
    unknown: add('unknown'),
    inputTokens: add('input_tokens'),
    outputTokens: add('output_tokens'),
  }
}

function dollarsFirst(one: { currency: string }, other: { currency: string }): number {
  const rank = ({ currency }: { currency: string }): string => (currency === 'USD' ? '' : currency)
  return rank(one) < rank(other) ? -1 : 1
}
