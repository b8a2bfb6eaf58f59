import { AppError, toWire } from '../../shared/errors.ts'
import type { Job, JobState } from '../../shared/jobs.ts'
import type { AnyJobKind, JobWait } from './jobKind.ts'
import type { JobRow } from './jobRow.ts'

/** A job as the runner keeps it. */
export interface JobEntry {
  row: JobRow
  /** The row as its kind has parsed it; undefined if no kind of this version can read it. */
  work: JobWork | undefined
  /** Set while it runs. */
  controller: AbortController | undefined
  /** Set while its run stands still. */
  wait: JobWait | undefined
  /** Set while it is paused. */
  timer: NodeJS.Timeout | undefined
  /** Whether the row is newer than the table. */
  isUnsaved: boolean
  /** Whether it has reported progress since the last write. */
  isReported: boolean
  /** Called when it ends. */
  waiters: ((job: Job) => void)[]
}

export interface JobWork {
  kind: AnyJobKind
  input: unknown
  progress: unknown
  result: unknown
}

export type Kinds = ReadonlyMap<string, AnyJobKind>

/** Reads a row by its kind's schemas. An unreadable row becomes a job too; this never fails. */
export function createEntry(row: JobRow, kinds: Kinds): JobEntry {
  const stopped = { controller: undefined, wait: undefined, timer: undefined }
  const work = readWork(row, kinds)
  return { row, work, ...stopped, isUnsaved: false, isReported: false, waiters: [] }
}

/** Tells whether it has work left, now or later. */
export function isActive({ row, work }: JobEntry): boolean {
  return work !== undefined && isActiveState(row.state)
}

function isActiveState(state: JobState): boolean {
  return state === 'waiting' || state === 'running' || state === 'paused'
}

/** Returns the job as the page sees it. */
export function toJob({ row, work, wait }: JobEntry): Job {
  const { id, kind, subject, createdAt } = row
  if (!work) {
    const error = toWire(new AppError('jobUnreadable', `No kind reads this job: ${kind}`))
    const ended = { state: 'failed', cancelling: false, error, until: null } as const
    const unknown = { input: null, progress: null, result: null }
    return { id, kind, subject, createdAt, ...ended, ...unknown, endedAt: row.endedAt ?? createdAt }
  }
  const { cancelling, endedAt } = row
  const { state, error, until } = wait ? { ...wait, state: 'paused' as const } : row
  const { input, progress, result } = work
  return {
    ...{ id, kind, subject, createdAt, state, cancelling, error, until, endedAt },
    ...{ input, progress, result },
  }
}

function readWork(row: JobRow, kinds: Kinds): JobWork | undefined {
  const kind = kinds.get(row.kind)
  if (!kind) return undefined
  const { definition } = kind
  try {
    return {
      kind,
      input: definition.input.parse(JSON.parse(row.input)),
      progress: row.progress === null ? null : definition.progress.parse(JSON.parse(row.progress)),
      result: row.result === null ? null : definition.result.parse(JSON.parse(row.result)),
    }
  } catch {
    return undefined
  }
}
