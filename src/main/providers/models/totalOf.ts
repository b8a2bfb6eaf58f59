import type { MediaCounts } from '../../../shared/providers.ts'

/** Returns the number of all models, whatever they make. */
export function totalOf(counts: MediaCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
