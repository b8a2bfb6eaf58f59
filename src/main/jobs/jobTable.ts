import { toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Log } from '../feature.ts'
import { writeJson } from '../storage/columns.ts'
import type { Database } from '../storage/connection.ts'
import { createEntry } from './jobEntry.ts'
import type { JobEntry, Kinds } from './jobEntry.ts'
import { deleteJob, insertJob, readJobs, readProgress, updateJob } from './jobRow.ts'

/** The least time between two writes of reported progress. */
const saveMilliseconds = 2000

/** The jobs in memory. Each is ahead of its row only by what a kill may lose. */
export interface JobTable {
  entries: ReadonlyMap<string, JobEntry>
  /**
   * Adds a job and removes those it replaces. Errors: diskFull, databaseLocked; then nothing has
   * changed.
   */
  add: (entry: JobEntry, inPlaceOf: readonly JobEntry[]) => void
  /** Removes jobs. Errors as above. */
  remove: (entries: readonly JobEntry[]) => void
  /** Saves a job. Returns the error of a failed write, and repeats it until it succeeds. */
  save: (entry: JobEntry) => WireError | undefined
  /** Saves progress. Errors: diskFull, databaseLocked. */
  commit: (entry: JobEntry, progress: unknown) => void
  /** Keeps reported progress. */
  report: (entry: JobEntry, progress: unknown) => void
  /** Undoes what a failed transaction had committed. */
  rollBack: (entry: JobEntry) => void
  /** Saves what is not saved yet, and nothing afterwards. */
  close: () => void
}

/** Reads the jobs, and forgets those that ended well before this start. */
export function openJobTable(database: Database, kinds: Kinds, log: Log): JobTable {
  const rows = readJobs(database)
  const entries = new Map<string, JobEntry>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  for (const row of rows) {
    if (row.state === 'running') row.state = 'waiting'
    entries.set(row.id, createEntry(row, kinds))
  }
  const over = [...entries.values()].filter(({ row }) => isOver(row.state, row.error))
  try {
    remove(over)
  } catch (error) {
    log('Jobs that are over could not be removed', error)
  }

  function remove(removed: readonly JobEntry[]): void {
    if (removed.length === 0) return
    database.transaction(() => removed.forEach(({ row }) => deleteJob(database, row.id)))
    for (const { row } of removed) entries.delete(row.id)
  }

  function write(entry: JobEntry): void {
    serialize(entry)
    updateJob(database, entry.row)
    entry.isUnsaved = false
    entry.isReported = false
  }

  function saveLater(entry: JobEntry): void {
    entry.isUnsaved = true
    if (!isClosed) timer ??= setTimeout(saveAll, saveMilliseconds)
  }

  function saveAll(): void {
    timer = undefined
    const unsaved = [...entries.values()].filter(({ isUnsaved }) => isUnsaved)
    try {
      database.transaction(() => unsaved.forEach(write), 'relaxed')
    } catch (error) {
      log('Jobs could not be written down', error)
      unsaved.forEach(saveLater)
    }
  }

  return {
    entries,
    add(entry, inPlaceOf) {
      database.transaction(() => {
        for (const { row } of inPlaceOf) deleteJob(database, row.id)
        insertJob(database, entry.row)
      })
      for (const { row } of inPlaceOf) entries.delete(row.id)
      entries.set(entry.row.id, entry)
    },
    remove,
    save(entry) {
      try {
        database.transaction(() => write(entry))
        return undefined
      } catch (error) {
        log('A job could not be written down', error)
        saveLater(entry)
        return toWire(error)
      }
    },
    commit(entry, progress) {
      const { work, row } = entry
      if (!work) return
      const json = JSON.stringify(work.kind.definition.progress.parse(progress))
      database.transaction(() => updateJob(database, { ...row, progress: json }))
      work.progress = progress
      entry.isReported = false
    },
    report(entry, progress) {
      if (!entry.work) return
      entry.work.progress = progress
      entry.isReported = true
      saveLater(entry)
    },
    rollBack(entry) {
      const { work, row, isReported } = entry
      if (!work || isReported) return
      try {
        row.progress = readProgress(database, row.id)
        work.progress = createEntry(row, kinds).work?.progress ?? null
      } catch (error) {
        log("A job's progress could not be read", error)
      }
    },
    close() {
      clearTimeout(timer)
      saveAll()
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** Tells whether the user has nothing left to do about it. */
function isOver(state: JobEntry['row']['state'], error: WireError | null): boolean {
  return state === 'done' || (state === 'cancelled' && error === null)
}

function serialize({ row, work }: JobEntry): void {
  if (!work) return
  row.progress = writeJson(work.progress)
  row.result = writeJson(work.result)
}
