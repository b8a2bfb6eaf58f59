import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { estimateTextTokens } from '../../../shared/chat/estimateTextTokens.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxTableColumns, maxTableRows } from '../../../shared/limits.ts'
import type { Database } from '../../storage/connection.ts'
import { nameColumns, type Column } from '../columns.ts'
import { addRow, addToCount } from '../rowTable.ts'
import type { TableReader } from './tableReader.ts'

/** Rows that are read and written at a time: some milliseconds of work. */
const sliceRows = 100
/** Empty rows whose numbers are kept. */
const maxEmptyRows = 5

/** Sums over the rows of a column. */
type Sums = Pick<Column, 'tokens' | 'blanks'>

/**
 * Writes a table's rows to the database, as a draft, and lets main's other work come between.
 * Returns its id. Errors: tableTooLarge, tableUnreadable for one without rows, tableLineInvalid.
 */
export async function storeTable(
  database: Database,
  reader: TableReader,
  { name, now }: { name: string; now: number },
): Promise<string> {
  const id = randomUUID()
  database.run(
    `INSERT INTO batch (id, name, format, delimiter, state, created_at)
     VALUES (?, ?, ?, ?, 'reading', ?)`,
    ...[id, name, reader.format, reader.delimiter, now],
  )
  try {
    await storeRows(database, id, reader)
    return id
  } catch (error) {
    database.run(`UPDATE batch SET state = 'removed' WHERE id = ?`, id)
    throw error
  }
}

async function storeRows(database: Database, id: string, reader: TableReader): Promise<void> {
  const sums: Sums[] = []
  const empty: number[] = []
  let number = 0
  let emptyCount = 0
  for (let rows = reader.next(sliceRows); rows.length > 0; rows = reader.next(sliceRows)) {
    database.transaction(() => {
      for (const { cells, values } of rows) {
        number += 1
        const isEmpty = values.every((value) => value.trim() === '')
        if (isEmpty) emptyCount += 1
        else addSums(sums, values, number - emptyCount)
        if (isEmpty && empty.length < maxEmptyRows) empty.push(number)
        addRow(database, id, { number, cells, state: isEmpty ? 'empty' : 'waiting' })
      }
    }, 'relaxed')
    if (number > maxTableRows || reader.titles.length > maxTableColumns) {
      throw new AppError('tableTooLarge', 'The table has too many rows or columns')
    }
    await setImmediate()
  }
  const filled = number - emptyCount
  if (filled === 0) throw new AppError('tableUnreadable', 'The table has no rows')
  const names = nameColumns(reader.titles)
  const columns = reader.titles.map((title, index): Column => {
    const { tokens, blanks } = sums[index] ?? { tokens: 0, blanks: filled }
    return { name: names[index] ?? title, title, tokens, blanks }
  })
  database.transaction(() => {
    addToCount(database, id, 'waiting', filled)
    if (emptyCount > 0) addToCount(database, id, 'empty', emptyCount)
    database.run(
      `UPDATE batch SET state = 'draft', columns = ?, empty_rows = ? WHERE id = ?`,
      ...[JSON.stringify(columns), JSON.stringify(empty), id],
    )
  })
}

/** Adds the values of a row, the `filled`th that is not empty. */
function addSums(sums: Sums[], values: readonly string[], filled: number): void {
  // A column that only later rows have was blank in all rows before.
  while (sums.length < values.length) sums.push({ tokens: 0, blanks: filled - 1 })
  for (const [index, sum] of sums.entries()) {
    const value = values[index] ?? ''
    if (value.trim() === '') sum.blanks += 1
    else sum.tokens += estimateTextTokens(value)
  }
}
