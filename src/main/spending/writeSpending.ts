import { setImmediate } from 'node:timers/promises'
import { byteOrderMark, csvLine } from '../csv/csvLine.ts'
import { guardFormula } from '../csv/guardFormula.ts'
import { numberOf, textOf } from '../storage/columns.ts'
import type { Database, Row } from '../storage/connection.ts'
import { nanosPerUnit } from './priceOfSpend.ts'

const encoder = new TextEncoder()
const rowsPerSlice = 500

/** Columns of the ledger that are saved as they are, after the time and the provider's name. */
const columns = [
  'provider_id',
  'model_id',
  'kind',
  'conversation_id',
  'message_id',
  'input_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
]
const titles = ['time', 'provider', ...columns, 'amount', 'currency', 'basis']

interface WriteOptions {
  /** Returns the name of a provider; its id if it is gone. */
  nameOf: (providerId: string) => string
  /** Called for each value that got an apostrophe. */
  onGuarded: () => void
}

/**
 * Yields the requests of a month as CSV, oldest day first. An amount that is unknown is empty.
 * Values that services have chosen can't become formulas.
 */
export async function* writeSpending(
  database: Database,
  month: string,
  { nameOf, onGuarded }: WriteOptions,
): AsyncGenerator<Uint8Array> {
  const guarded = (value: string): string => {
    const safe = guardFormula(value)
    if (safe !== value) onGuarded()
    return safe
  }
  const line = (row: Row): string =>
    csvLine([
      new Date(Number(row['spent_at'])).toISOString(),
      guarded(nameOf(String(row['provider_id']))),
      ...columns.map((column) => guarded(String(row[column] ?? ''))),
      decimalAmount(row),
      guarded(textOf(row['currency']) ?? ''),
      row['basis'] === 'due' ? 'unknown' : String(row['basis']),
    ])
  yield encoder.encode(byteOrderMark + csvLine(titles))
  const sequences = database
    .all(
      'SELECT sequence FROM spend WHERE day >= ? AND day <= ? ORDER BY day, sequence',
      ...[`${month}-01`, `${month}-31`],
    )
    .map((row) => Number(row['sequence']))
  for (let start = 0; start < sequences.length; start += rowsPerSlice) {
    const rows = sequences
      .slice(start, start + rowsPerSlice)
      .map((sequence) => database.get('SELECT * FROM spend WHERE sequence = ?', sequence))
      // A request that was taken back meanwhile has no row any more.
      .filter((row) => row !== undefined)
    yield encoder.encode(rows.map(line).join(''))
    await setImmediate()
  }
}

/** Returns an amount as a plain decimal number, without an exponent. */
function decimalAmount(row: Row): string {
  const nanos = numberOf(row['nano_amount'])
  if (nanos === null) return ''
  return (nanos / nanosPerUnit).toFixed(9).replace(/\.?0+$/, '')
}
