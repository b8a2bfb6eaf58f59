import type { PullJob } from '../../../shared/providers.ts'

/** Returns how much of a model has come, from 0 to 1; undefined while nobody knows. */
export function pullFraction({ progress }: Pick<PullJob, 'progress'>): number | undefined {
  const { doneBytes, totalBytes } = progress ?? {}
  return doneBytes === undefined || !totalBytes ? undefined : Math.min(1, doneBytes / totalBytes)
}
