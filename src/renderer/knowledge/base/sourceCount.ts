import type { Base } from '../../../shared/knowledge/knowledge.ts'

/** Returns the number of a base's sources in all states. */
export function sourceCount({ counts }: Pick<Base, 'counts'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
