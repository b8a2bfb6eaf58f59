import type { WireError } from '../../shared/errors.ts'
import { errorSchema } from '../../shared/errorSchema.ts'
import { jobStates } from '../../shared/jobs.ts'
import type { JobState } from '../../shared/jobs.ts'
import type { Database, Row } from '../storage/connection.ts'

/** A row of the table. The parts that its kind parses are still JSON. */
export interface JobRow {
  id: string
  kind: string
  key: string
  subject: string
  state: JobState
  cancelling: boolean
  input: string
  progress: string | null
  result: string | null
  error: WireError | null
  consents: number
  failures: number
  until: number | null
  createdAt: number
  startedAt: number | null
  endedAt: number | null
}

const columns =
  'id, kind, key, subject, state, cancelling, input, progress, result, error, consents, failures, until, created_at, started_at, ended_at'

/** Returns every job, the oldest first. */
export function readJobs(database: Database): JobRow[] {
  return database.all(`SELECT ${columns} FROM job ORDER BY sequence`).map(readRow)
}

export function insertJob(database: Database, row: JobRow): void {
  const places = columns.replaceAll(/\w+/g, '?')
  database.run(
    `INSERT INTO job (${columns}) VALUES (${places})`,
    row.id,
    row.kind,
    row.key,
    row.subject,
    ...changing(row),
    row.createdAt,
    row.startedAt,
    row.endedAt,
  )
}

/** Saves the changeable columns of a job. */
export function updateJob(database: Database, row: JobRow): void {
  database.run(
    `UPDATE job SET state = ?, cancelling = ?, input = ?, progress = ?, result = ?, error = ?,
       consents = ?, failures = ?, until = ?, started_at = ?, ended_at = ? WHERE id = ?`,
    ...changing(row),
    row.startedAt,
    row.endedAt,
    row.id,
  )
}

/** Returns a job's last saved progress. */
export function readProgress(database: Database, id: string): string | null {
  return textOf(database.get('SELECT progress FROM job WHERE id = ?', id)?.['progress'])
}

export function deleteJob(database: Database, id: string): void {
  database.run('DELETE FROM job WHERE id = ?', id)
}

function changing(row: JobRow) {
  return [
    row.state,
    row.cancelling ? 1 : 0,
    row.input,
    row.progress,
    row.result,
    row.error && JSON.stringify(row.error),
    row.consents,
    row.failures,
    row.until,
  ] as const
}

function readRow(row: Row): JobRow {
  const state = jobStates.find((known) => known === row['state']) ?? 'failed'
  return {
    id: String(row['id']),
    kind: String(row['kind']),
    key: String(row['key']),
    subject: String(row['subject']),
    state,
    cancelling: row['cancelling'] === 1,
    input: String(row['input']),
    progress: textOf(row['progress']),
    result: textOf(row['result']),
    error: readError(row['error']),
    consents: Number(row['consents']),
    failures: Number(row['failures']),
    until: numberOf(row['until']),
    createdAt: Number(row['created_at']),
    startedAt: numberOf(row['started_at']),
    endedAt: numberOf(row['ended_at']),
  }
}

function readError(value: unknown): WireError | null {
  if (typeof value !== 'string') return null
  try {
    return errorSchema.parse(JSON.parse(value))
  } catch {
    return { code: 'internal', message: 'The failure can not be read any more' }
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
