import { z } from 'zod'
import {
  rowStates,
  type Batch,
  type BatchState,
  type RowState,
} from '../../shared/batches/batches.ts'
import { batchWays, type BatchWay } from '../../shared/batches/parts.ts'
import { errorSchema } from '../../shared/errorSchema.ts'
import { AppError, type WireError } from '../../shared/errors.ts'
import { maxVisibleColumns } from '../../shared/limits.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Database, Row } from '../storage/connection.ts'
import { readColumns, type Column } from './columns.ts'

/** A table as it is stored. */
export interface StoredBatch {
  id: string
  name: string
  format: 'csv' | 'jsonl'
  delimiter: string | null
  columns: Column[]
  emptyRows: number[]
  state: BatchState
  way: BatchWay
  model: ModelReference | null
  system: string
  prompt: string
  answerShape: string
  error: WireError | null
  inputTokens: number
  outputTokens: number
  dollars: number | null
  createdAt: number
  startedAt: number | null
  endedAt: number | null
}

/** The texts of a table's requests, before a row's values are filled in. */
export type Prompts = Pick<StoredBatch, 'system' | 'prompt' | 'answerShape'>

export type Counts = Record<RowState, number>

const numbers = z.array(z.number())
const storedSchema = z.object({
  id: z.string(),
  name: z.string(),
  format: z.enum(['csv', 'jsonl']),
  delimiter: z.string().nullable(),
  columns: z.string().transform(readColumns),
  empty_rows: z.string().transform((json) => numbers.parse(JSON.parse(json))),
  state: z.enum(['reading', 'draft', 'running', 'paused', 'done', 'cancelled']),
  way: z.enum(batchWays),
  provider_id: z.string().nullable(),
  model_id: z.string().nullable(),
  system: z.string(),
  prompt: z.string(),
  answer_shape: z.string(),
  error: z.string().nullable(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  dollars: z.number().nullable(),
  created_at: z.number(),
  started_at: z.number().nullable(),
  ended_at: z.number().nullable(),
})

function toBatch(row: Row): StoredBatch {
  const stored = storedSchema.parse(row)
  const { provider_id: providerId, model_id: modelId } = stored
  return {
    id: stored.id,
    name: stored.name,
    format: stored.format,
    delimiter: stored.delimiter,
    columns: stored.columns,
    emptyRows: stored.empty_rows,
    state: stored.state,
    way: stored.way,
    model: providerId === null || modelId === null ? null : { providerId, modelId },
    system: stored.system,
    prompt: stored.prompt,
    answerShape: stored.answer_shape,
    error: readError(stored.error),
    inputTokens: stored.input_tokens,
    outputTokens: stored.output_tokens,
    dollars: stored.dollars,
    createdAt: stored.created_at,
    startedAt: stored.started_at,
    endedAt: stored.ended_at,
  }
}

/** Returns a stored error; null for none. */
export function readError(json: unknown): WireError | null {
  return typeof json === 'string' ? errorSchema.parse(JSON.parse(json)) : null
}

const selectBatch = `SELECT * FROM batch WHERE state <> 'removed'`

/** Reads a table. Errors: batchMissing. */
export function readBatch(database: Database, id: string): StoredBatch {
  const row = database.get(`${selectBatch} AND id = ?`, id)
  if (row) return toBatch(row)
  throw new AppError('batchMissing', 'There is no such table')
}

/** Returns a table in one of the states. Errors: batchMissing, conflict for another state. */
export function requireState(database: Database, id: string, ...states: BatchState[]): StoredBatch {
  const batch = readBatch(database, id)
  if (states.includes(batch.state)) return batch
  throw new AppError('conflict', `The table is ${batch.state}`)
}

/** Returns the state of a table alone, without parsing the rest; undefined if it is gone. */
export function readState(database: Database, id: string): unknown {
  return database.get('SELECT state FROM batch WHERE id = ?', id)?.['state']
}

/** Returns all tables, the newest first. */
export function readBatches(database: Database): StoredBatch[] {
  return database.all(`${selectBatch} ORDER BY created_at DESC, id`).map(toBatch)
}

export function readCounts(database: Database, id: string): Counts {
  const counts = Object.fromEntries(rowStates.map((state) => [state, 0])) as Counts
  for (const row of database.all('SELECT state, rows FROM batch_count WHERE batch_id = ?', id)) {
    counts[row['state'] as RowState] = Number(row['rows'])
  }
  return counts
}

/** Keeps the model and the prompts of a draft, for when the user comes back to it. */
export function keepPrompts(
  database: Database,
  id: string,
  model: ModelReference | null,
  { system, prompt, answerShape }: Prompts,
): void {
  // A power failure may lose the last letters: waiting for the disk at each would slow typing.
  database.transaction(
    () =>
      database.run(
        `UPDATE batch SET provider_id = ?, model_id = ?, system = ?, prompt = ?,
           answer_shape = ? WHERE id = ? AND state = 'draft'`,
        ...[model?.providerId ?? null, model?.modelId ?? null, system, prompt, answerShape, id],
      ),
    'relaxed',
  )
}

/** Changes the state of a table. An error belongs to `paused` only. */
export function setState(
  database: Database,
  id: string,
  state: BatchState,
  { error = null, now }: { error?: WireError | null; now: number },
): void {
  const endedAt = state === 'done' || state === 'cancelled' ? now : null
  database.run(
    'UPDATE batch SET state = ?, error = ?, ended_at = ? WHERE id = ?',
    state,
    error && JSON.stringify(error),
    endedAt,
    id,
  )
}

/** Returns a table as the page shows it. */
export function toPage(
  database: Database,
  batch: StoredBatch,
  until: number | null,
): Omit<Batch, 'parts'> {
  const { delimiter: _delimiter, columns, ...shown } = batch
  return {
    ...shown,
    columns: columns.slice(0, maxVisibleColumns).map(({ name, blanks }) => ({ name, blanks })),
    columnCount: columns.length,
    counts: readCounts(database, batch.id),
    until,
  }
}
