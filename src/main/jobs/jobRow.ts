import type { WireError } from '../../shared/errors.ts'
import { errorSchema } from '../../shared/errorSchema.ts'
import { jobStates } from '../../shared/jobs.ts'
import type { JobState } from '../../shared/jobs.ts'
import { insertRow, numberOf, textOf, updateRow, writeJson } from '../storage/columns.ts'
import type { Columns } from '../storage/columns.ts'
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

/** Returns every job, the oldest first. */
export function readJobs(database: Database): JobRow[] {
  return database.all('SELECT * FROM job ORDER BY sequence').map(readRow)
}

export function insertJob(database: Database, row: JobRow): void {
  const { id, kind, key, subject, createdAt } = row
  insertRow(database, 'job', {
    id,
    kind,
    key,
    subject,
    created_at: createdAt,
    ...changingColumns(row),
  })
}

/** Saves the changeable columns of a job. */
export function updateJob(database: Database, row: JobRow): void {
  updateRow(database, 'job', row.id, changingColumns(row))
}

/** Returns a job's last saved progress. */
export function readProgress(database: Database, id: string): string | null {
  return textOf(database.get('SELECT progress FROM job WHERE id = ?', id)?.['progress'])
}

export function deleteJob(database: Database, id: string): void {
  database.run('DELETE FROM job WHERE id = ?', id)
}

function changingColumns(row: JobRow): Columns {
  const { state, input, progress, result, consents, failures, until } = row
  return {
    ...{ state, input, progress, result, consents, failures, until },
    cancelling: Number(row.cancelling),
    error: writeJson(row.error),
    started_at: row.startedAt,
    ended_at: row.endedAt,
  }
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
