import type { Base } from '../../../shared/knowledge.ts'

/** Returns the number of a base's sources in all states. */
export function sourceCount({ counts }: Pick<Base, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

/** Returns the number of sources that are still to be read or embedded. */
export function openCount({ counts }: Pick<Base, 'counts'>): number {
  return counts.waiting + counts.reading + counts.embedding
}
