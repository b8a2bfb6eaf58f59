import type { MediaJob } from '../../../shared/media/media.ts'

/**
 * Tells whether the service can be asked once more for a job: one that keeps jobs for a lost answer,
 * or for a result under the job's id. The answer of any other was the result itself.
 */
export function canLookAgain({
  state,
  resumable,
  requestId,
}: Pick<MediaJob, 'state' | 'resumable' | 'requestId'>): boolean {
  return (state === 'unknown' && resumable) || (state === 'lost' && requestId !== null)
}
