import type { MediaJob } from '../../../shared/media/media.ts'
import { hasEnded } from '../hasEnded.ts'

/**
 * Returns jobs, given the oldest first, in the order of the list: those that run, those that wait,
 * and the ended ones that the user has to decide about, the latest of them first. The others stay in
 * the order in which they were asked for, so that none moves when one ahead of it begins.
 */
export function jobsInOrder<Job extends Pick<MediaJob, 'state'>>(jobs: readonly Job[]): Job[] {
  const isRunning = ({ state }: Job): boolean => state === 'running' || state === 'collecting'
  return [
    ...jobs.filter(isRunning),
    ...jobs.filter((job) => !hasEnded(job) && !isRunning(job)),
    ...jobs.filter(hasEnded).toReversed(),
  ]
}
