import type { JobContext } from '../jobs/jobContext.ts'
import { readOutputs } from '../outputs/outputRow.ts'
import type { Measure } from './createMeasuring.ts'

/** So many are tried at a start: those that can't be measured are tried again at the next. */
const maxOutputs = 1000

/**
 * Measures the videos and sounds that have no length yet, the newest first: earlier versions read
 * none. Ends when Parley quits.
 */
export async function measureOld(
  { database, blobs, broadcast, closing }: JobContext,
  measure: Measure,
): Promise<void> {
  const rows = database.all(
    `SELECT id, file_id FROM media_output WHERE kind IN ('video', 'audio')
       AND duration_milliseconds IS NULL ORDER BY created_at DESC LIMIT ?`,
    maxOutputs,
  )
  for (const row of rows) {
    if (closing.aborted) return
    const [id, fileId] = [String(row['id']), String(row['file_id'])]
    const measures = await measure(blobs.path(fileId), closing).catch(() => null)
    if (closing.aborted) return
    if (!measures) continue
    const { width, height, durationMilliseconds } = measures
    const sql = `UPDATE media_output SET duration_milliseconds = ?, width = coalesce(width, ?),
      height = coalesce(height, ?) WHERE id = ?`
    const change = (): number => database.run(sql, durationMilliseconds, width, height, id)
    database.transaction(change, 'relaxed')
    broadcast('outputsChanged', readOutputs(database, [id]))
  }
}
