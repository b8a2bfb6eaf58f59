import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import { maxActiveJobs, maxEndedJobs } from '../../shared/jobs.ts'
import type { Job, JobDefinition } from '../../shared/jobs.ts'
import type { Log } from '../feature.ts'
import type { Database } from '../storage/connection.ts'
import { createAnnouncer } from './announcer.ts'
import { pauseLeft } from './backOff.ts'
import { createEntry, isActive, toJob } from './jobEntry.ts'
import type { JobEntry } from './jobEntry.ts'
import type { AnyJobKind } from './jobKind.ts'
import { openJobTable } from './jobTable.ts'
import { findNext } from './findNext.ts'
import { launchJob } from './launchJob.ts'

export interface JobRunnerOptions {
  database: Database
  kinds: readonly AnyJobKind[]
  onChanged: (jobs: Job[]) => void
  onRemoved: (ids: string[]) => void
  log: Log
  now?: () => number
}

/** Starts a job; features get only this function of the runner. */
export type StartJob = <D extends JobDefinition>(definition: D, input: z.input<D['input']>) => Job

export interface JobRunner {
  /** Returns every job, the oldest first. */
  list: () => Job[]
  /** Tells whether a job is running, or waiting for its turn. */
  isBusy: () => boolean
  /**
   * Saves and adds a job, or joins an active one with the same key; a paused one continues at once.
   * Errors: tooManyAtOnce, diskFull, databaseLocked.
   */
  start: StartJob
  /** Cancels a job. Resolves to the job as it really ended. Errors: jobMissing. */
  cancel: (id: string) => Promise<Job>
  /** Continues a failed, cancelled or paused job. Errors: jobMissing, jobUnreadable. */
  retry: (id: string) => Job
  /** Forgets a job that has ended. Errors: jobMissing, conflict if it has not ended. */
  dismiss: (id: string) => void
  /** Starts to run waiting jobs; none runs before. */
  begin: () => void
  /** Saves all progress and stops the jobs; the next start continues them. */
  close: () => void
}

/** Runs jobs, and saves each state before its consequences. */
export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { database, onChanged, onRemoved, log, now = Date.now } = options
  const kinds = new Map(options.kinds.map((kind) => [kind.definition.kind, kind]))
  if (kinds.size < options.kinds.length) throw new Error('Two kinds of jobs have one name')
  const table = openJobTable(database, kinds, log)
  const { entries } = table
  const announcer = createAnnouncer((changed: JobEntry[]) => onChanged(changed.map(toJob)))
  let isBegun = false
  let isClosed = false
  const launching = { table, announcer, log, now, isClosed: () => isClosed, pump, pause, end }

  function find(id: string): JobEntry {
    const entry = entries.get(id)
    if (entry) return entry
    throw new AppError('jobMissing', 'There is no such job')
  }

  /** Starts the jobs that may run now. */
  function pump(): void {
    if (!isBegun || isClosed) return
    for (let next = findNext(entries.values()); next; next = findNext(entries.values())) {
      launchJob(next.entry, next.work, launching)
    }
  }

  function pause(entry: JobEntry, error: WireError, milliseconds: number): void {
    Object.assign(entry.row, { state: 'paused', error, until: now() + Math.round(milliseconds) })
    Object.assign(entry, { controller: undefined, wait: undefined })
    table.save(entry)
    wake(entry)
    announcer.now(entry)
    pump()
  }

  /** Queues a paused job when its time has come. */
  function wake(entry: JobEntry): void {
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => goOn(entry), pauseLeft(entry.row.until, now()))
  }

  function goOn(entry: JobEntry): void {
    clearTimeout(entry.timer)
    entry.timer = undefined
    if (isClosed || entry.row.state !== 'paused') return
    Object.assign(entry.row, { state: 'waiting', until: null })
    announcer.now(entry)
    pump()
  }

  function end(
    entry: JobEntry,
    state: 'done' | 'failed' | 'cancelled',
    error: WireError | null,
  ): void {
    clearTimeout(entry.timer)
    const ended = { state, error, cancelling: false, until: null, endedAt: now() }
    Object.assign(entry.row, ended)
    Object.assign(entry, { controller: undefined, wait: undefined })
    table.save(entry)
    announcer.now(entry)
    for (const tell of entry.waiters.splice(0)) tell(toJob(entry))
    prune()
    pump()
  }

  function prune(): void {
    const ended = [...entries.values()]
      .filter((entry) => !isActive(entry))
      .toSorted((a, b) => (a.row.endedAt ?? 0) - (b.row.endedAt ?? 0))
    try {
      remove(ended.slice(0, Math.max(0, ended.length - maxEndedJobs)))
    } catch (error) {
      log('The oldest jobs could not be forgotten', error)
    }
  }

  function remove(removed: readonly JobEntry[]): void {
    if (removed.length === 0) return
    table.remove(removed)
    removed.forEach(announcer.forget)
    onRemoved(removed.map(({ row }) => row.id))
  }

  function sameWork(kind: string, key: string): JobEntry[] {
    return [...entries.values()].filter(({ row }) => row.kind === kind && row.key === key)
  }

  /** Queues a job that the user asks for again. */
  function renew(entry: JobEntry): Job {
    clearTimeout(entry.timer)
    const { row } = entry
    row.consents += 1
    Object.assign(row, { state: 'waiting', failures: 0, error: null, until: null, endedAt: null })
    table.save(entry)
    announcer.now(entry)
    pump()
    return toJob(entry)
  }

  function retry(id: string): Job {
    const entry = find(id)
    const { row, work } = entry
    if (!work) throw new AppError('jobUnreadable', `No kind reads this job: ${row.kind}`)
    entry.wait?.wake()
    if (row.state === 'waiting' || row.state === 'running' || row.state === 'done') {
      return toJob(entry)
    }
    const twin = sameWork(row.kind, row.key).find((other) => other !== entry && isActive(other))
    if (!twin) return renew(entry)
    remove([entry])
    return toJob(twin)
  }

  return {
    list: () => [...entries.values()].map(toJob),
    isBusy: () =>
      [...entries.values()].some(({ row }) => row.state === 'running' || row.state === 'waiting'),
    start(definition, given) {
      const kind = kinds.get(definition.kind)
      if (!kind) throw new Error(`No such kind of jobs: ${definition.kind}`)
      const input = definition.input.parse(given)
      const same = sameWork(definition.kind, kind.keyOf(input))
      const joined = same.find((entry) => isActive(entry) && !entry.row.cancelling)
      if (joined?.row.state === 'paused') return renew(joined)
      if (joined) {
        // Its lane may have more room than when it was asked for.
        pump()
        return toJob(joined)
      }
      if ([...entries.values()].filter(isActive).length >= maxActiveJobs) {
        throw new AppError('tooManyAtOnce', 'Too many jobs are under way')
      }
      const entry = createEntry(newRow(kind, input, now()), kinds)
      const replaced = same.filter((other) => !isActive(other))
      table.add(entry, replaced)
      if (replaced.length > 0) onRemoved(replaced.map(({ row }) => row.id))
      announcer.now(entry)
      pump()
      return toJob(entry)
    },
    cancel(id) {
      const entry = find(id)
      const { row } = entry
      if (!isActive(entry)) return Promise.resolve(toJob(entry))
      clearTimeout(entry.timer)
      if (row.startedAt === null) {
        end(entry, 'cancelled', null)
        return Promise.resolve(toJob(entry))
      }
      row.cancelling = true
      table.save(entry)
      announcer.now(entry)
      return new Promise((resolve) => {
        entry.waiters.push(resolve)
        entry.controller?.abort()
        pump()
      })
    },
    retry,
    dismiss(id) {
      const entry = find(id)
      if (isActive(entry)) throw new AppError('conflict', 'This job has not ended')
      remove([entry])
    },
    begin() {
      isBegun = true
      for (const entry of entries.values()) if (entry.row.state === 'paused') wake(entry)
      pump()
    },
    close() {
      table.close()
      isClosed = true
      announcer.close()
      for (const entry of entries.values()) {
        clearTimeout(entry.timer)
        entry.controller?.abort()
        for (const tell of entry.waiters.splice(0)) tell(toJob(entry))
      }
    },
  }
}

function newRow(kind: AnyJobKind, input: unknown, createdAt: number): JobEntry['row'] {
  return {
    id: randomUUID(),
    kind: kind.definition.kind,
    key: kind.keyOf(input),
    subject: kind.subjectOf(input),
    state: 'waiting',
    cancelling: false,
    input: JSON.stringify(input),
    progress: null,
    result: null,
    error: null,
    consents: 1,
    failures: 0,
    until: null,
    createdAt,
    startedAt: null,
    endedAt: null,
  }
}
