import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import type { BatchResult, RemoteBatch, RequestBatches } from '../../providers/requestBatches.ts'
import type { Database } from '../../storage/connection.ts'
import type { AnswerShape } from '../answers/answerShape.ts'
import { inSlices } from '../inSlices.ts'
import { toOutcome, type RowRequest } from '../running/sendRow.ts'
import { sliceRows, type Cancelled, type Outcome } from '../rowTable.ts'
import { rowOf } from './packPart.ts'
import {
  moveRowsSlice,
  readUnsettled,
  rowAtLine,
  settlePartRow,
  takeOutSlice,
  type Part,
} from './partTable.ts'

/** Results that one transaction writes. */
const sliceResults = 50

export interface CollectedFrom {
  database: Database
  /** With the price at batch rate. */
  model: Model
  /** The columns that the answers have to give; null for texts. */
  shape: AnswerShape | null
  service: Pick<RequestBatches, 'results'>
  signal: AbortSignal
  /** Called after each transaction. */
  onWritten: () => void
}

/**
 * Writes the results of a batch to its rows, which it finds by the ids of their requests alone. A
 * second result of a row changes nothing, so that it may be repeated. Returns false if a line could
 * not be read. Errors: those of the download.
 */
export async function joinResults(
  part: Part,
  batch: RemoteBatch,
  { database, model, shape, service, signal, onWritten }: CollectedFrom,
): Promise<boolean> {
  let held: BatchResult[] = []
  let isWhole = true

  function write(): void {
    database.transaction(() => {
      for (const result of held) join(result)
    })
    held = []
    onWritten()
  }

  function join(result: BatchResult): void {
    if (result.type === 'unreadable') {
      isWhole = false
      return
    }
    // One of another batch is none of this table.
    const row = rowOf(part, result.customId)
    if (row !== undefined) settlePartRow(database, part, row, outcomeOf(result, { model, shape }))
  }

  try {
    for await (const result of service.results(batch, signal)) {
      held.push(result)
      if (held.length >= sliceResults) write()
    }
  } finally {
    write()
  }
  return isWhole
}

function outcomeOf(
  result: Exclude<BatchResult, { type: 'unreadable' }>,
  row: Pick<RowRequest, 'model' | 'shape'>,
): Outcome | Cancelled {
  switch (result.type) {
    case 'answered':
      return toOutcome(result.events, row)
    case 'failed':
      return { state: 'failed', answer: '', error: result.error, usage: null }
    case 'expired':
      return expired
    case 'cancelled':
      return { state: 'cancelled' }
  }
}

const expired: Outcome = {
  state: 'refused',
  error: new AppError('batchExpired', 'The service did not run the request in time'),
}

/**
 * Settles the rows of an ended batch that have no result. Rows that the service has certainly not
 * run keep their consent; of the others nobody knows.
 */
export async function settleRest(
  part: Part,
  batch: RemoteBatch,
  database: Database,
): Promise<void> {
  const { total = 0, done = 0, failed = 0 } = batch.counts ?? {}
  const hasFiles = batch.results.length > 0
  switch (batch.state) {
    case 'failed':
      // Some services fail a batch that they have begun to run.
      if (hasFiles || done + failed > 0) return loseRest(part, database)
      failLines(part, batch, database)
      return inSlices(() => takeOutSlice(database, part, 'waiting'))
    case 'cancelled':
      return inSlices(() => takeOutSlice(database, part, 'cancelled'))
    case 'expired':
      return !hasFiles && done > 0 ? loseRest(part, database) : settleAll(part, database, expired)
    default: {
      // Some services write no file at all if every request has failed.
      if (hasFiles || failed < total || total < part.rows) return loseRest(part, database)
      const error = new AppError('batchRefused', 'All requests of the batch failed')
      return settleAll(part, database, { state: 'failed', answer: '', error, usage: null })
    }
  }
}

/** The rows without a result may have been run, and paid for. */
function loseRest(part: Part, database: Database): Promise<void> {
  return inSlices(() => moveRowsSlice(database, part, { from: 'sent', to: 'unknown' }))
}

/** Fails the rows whose requests made the service refuse the whole batch. */
function failLines(part: Part, { errors }: RemoteBatch, database: Database): void {
  database.transaction(() => {
    for (const { line, error } of errors) {
      const row = line === null ? undefined : rowAtLine(database, part.id, line)
      if (row !== undefined) settlePartRow(database, part, row, { state: 'refused', error })
    }
  })
}

function settleAll(part: Part, database: Database, outcome: Outcome): Promise<void> {
  return inSlices(() => {
    const rows = readUnsettled(database, part.id, sliceRows)
    database.transaction(() => {
      for (const number of rows) settlePartRow(database, part, number, outcome)
    })
    return rows.length === sliceRows
  })
}
