import type { PullJob } from '../../../shared/providers.ts'

/** Returns the downloaded share of a model, from 0 to 1; undefined while unknown. */
export function pullFraction({ progress }: Pick<PullJob, 'progress'>): number | undefined {
  const { doneBytes, totalBytes } = progress ?? {}
  return doneBytes === undefined || !totalBytes ? undefined : Math.min(1, doneBytes / totalBytes)
}
