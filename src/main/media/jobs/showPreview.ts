import type { JobContext } from './jobContext.ts'
import { findRunningJob } from './jobRow.ts'

export interface HandledPreview {
  providerId: string
  handleId: string
  mediaType: string
  bytes: Uint8Array
}

/** Shows an unfinished picture of a job that runs, which the service knows by its handle. */
export function showPreview(
  { database, broadcast, closing }: Pick<JobContext, 'database' | 'broadcast' | 'closing'>,
  { providerId, handleId, mediaType, bytes }: HandledPreview,
): void {
  const jobId = closing.aborted ? undefined : findRunningJob(database, providerId, handleId)
  if (jobId === undefined) return
  broadcast('preview', { jobId, ordinal: 0, mediaType, bytes: new Uint8Array(bytes) })
}
