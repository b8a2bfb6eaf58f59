import type { Broadcast } from '../../../shared/ipc/define.ts'
import type { media, MediaJob, MediaOutput } from '../../../shared/media/media.ts'
import type { Database } from '../../storage/connection.ts'
import { readJob, toPage } from '../jobs/jobRow.ts'
import { readChildren, readOutput, readOutputs, readOutputsOf } from './outputRow.ts'
import { pageOutputs, type OutputPage, type OutputQuery } from './pageOutputs.ts'

/** The time that an output stays in the bin. */
const binMilliseconds = 30 * 24 * 60 * 60 * 1000

/** An output with its job, and what is around it in the version tree. */
export interface OutputDetails {
  output: MediaOutput
  job: MediaJob
  parents: MediaOutput[]
  siblings: MediaOutput[]
  children: MediaOutput[]
}

/** The results of jobs. A file that no row refers to any more is deleted at a later start. */
export interface Outputs {
  page: (query: OutputQuery) => OutputPage
  /** Errors: mediaMissing. */
  details: (id: string) => OutputDetails
  favourite: (ids: readonly string[], favourite: boolean) => void
  /** Moves outputs to the bin. */
  remove: (ids: readonly string[]) => void
  restore: (ids: readonly string[]) => void
  /** Deletes those of the outputs that are in the bin. */
  erase: (ids: readonly string[]) => void
}

export function createOutputs(
  database: Database,
  broadcast: Broadcast<typeof media>,
  now: () => number = Date.now,
): Outputs {
  function change(ids: readonly string[], sql: string, ...values: (number | null)[]): void {
    database.transaction(() => ids.forEach((id) => database.run(sql, ...values, id)))
    broadcast('outputsChanged', readOutputs(database, ids))
  }

  return {
    page: (query) => pageOutputs(database, query),
    details(id) {
      const output = readOutput(database, id)
      const job = toPage(readJob(database, output.jobId))
      return {
        output,
        job,
        parents: readOutputs(database, job.parentIds),
        siblings: readOutputsOf(database, job.id),
        children: readChildren(database, id),
      }
    },
    favourite: (ids, favourite) =>
      change(ids, 'UPDATE media_output SET favourite = ? WHERE id = ?', Number(favourite)),
    remove: (ids) => change(ids, 'UPDATE media_output SET deleted_at = ? WHERE id = ?', now()),
    restore: (ids) => change(ids, 'UPDATE media_output SET deleted_at = ? WHERE id = ?', null),
    erase(ids) {
      const sql = 'DELETE FROM media_output WHERE id = ? AND deleted_at IS NOT NULL'
      const erased: string[] = []
      database.transaction(() => {
        for (const id of ids) if (database.run(sql, id) > 0) erased.push(id)
      })
      broadcast('outputsErased', { ids: erased })
    },
  }
}

/** Erases what has been in the bin for 30 days. */
export function emptyBin(database: Database, now: number = Date.now()): void {
  database.run('DELETE FROM media_output WHERE deleted_at < ?', now - binMilliseconds)
}

/** Returns the ids of the stored files that outputs, jobs and the kept form refer to. */
export function* usedMediaFiles(database: Database): Iterable<string> {
  const sql = `SELECT file_id FROM media_output UNION SELECT file_id FROM media_input
    UNION SELECT value AS file_id FROM media_draft, json_each(media_draft.files)`
  for (const row of database.iterate(sql)) yield String(row['file_id'])
}
