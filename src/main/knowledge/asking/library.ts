import type { Hit, knowledge } from '../../../shared/knowledge/knowledge.ts'
import type { PassagePlace } from '../../../shared/knowledge/passagePlace.ts'
import type { z } from 'zod'

type Found = z.output<(typeof knowledge)['search']['output']>

/** Searches the bases for a question. */
export interface Library {
  /** Returns the names of those of the bases that there are, by id. */
  names: (baseIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Returns how many passages bases have together. */
  passages: (baseIds: readonly string[]) => Promise<number>
  /** Searches bases, the best passage first. An embedder that fails leaves the words. */
  search: (
    input: { baseIds: readonly string[]; query: string; limit: number },
    signal: AbortSignal,
  ) => Promise<Pick<Found, 'wordsOnly' | 'reranked'> & { hits: readonly Hit[] }>
  /** Returns a part of a source's text. Errors: sourceMissing. */
  text: (place: Pick<PassagePlace, 'baseId' | 'sourceId' | 'start' | 'end'>) => Promise<string>
  /** Returns the passages around one, in reading order, with itself. */
  neighbours: (
    place: PassagePlace,
    count: number,
  ) => Promise<readonly Pick<Hit, 'place' | 'text' | 'headings'>[]>
}
