import type { IndexEntry } from '../../../shared/plugins/plugins.ts'

type Mark = IndexEntry['mark']

const works: readonly Mark['works'][] = ['works', 'partly', 'not']

/**
 * Returns the entries with the most useful first: what works here before what works in part, and
 * servers that their makers publish or that run here before manifests, whose services may be gone.
 * The index names no popularity; within each, its own order stays.
 */
export function byUsefulness(entries: readonly IndexEntry[]): IndexEntry[] {
  return entries.toSorted(
    (first, second) =>
      works.indexOf(first.mark.works) - works.indexOf(second.mark.works) ||
      Number(first.format === 'manifest') - Number(second.format === 'manifest'),
  )
}
