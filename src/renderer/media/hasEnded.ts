import type { MediaJob, MediaState } from '../../shared/media/media.ts'

const ended: ReadonlySet<MediaState> = new Set(['done', 'failed', 'cancelled', 'unknown', 'lost'])

/** Tells whether a job is in a state that only the user's wish changes. */
export function hasEnded({ state }: Pick<MediaJob, 'state'>): boolean {
  return ended.has(state)
}
