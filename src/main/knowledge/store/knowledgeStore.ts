import type { Hit, SearchFilter, SourceKind } from '../../../shared/knowledge/knowledge.ts'
import type { Rectangle } from '../../../shared/knowledge/passagePlace.ts'
import type { PassagePlace } from '../../../shared/knowledge/passagePlace.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Passage, ReadDocument } from '../readDocument.ts'

/** A source with its text and passages, ready to be found. */
export interface IndexedSource {
  id: string
  baseId: string
  folderId: string | null
  kind: SourceKind
  name: string
  mediaType: string
  /** Milliseconds since 1970. */
  changedAt: number
  /** The SHA-256 hash of the bytes it was read from. */
  sha256: string
  document: Pick<ReadDocument, 'text' | 'pages' | 'lines'>
  passages: readonly Passage[]
}

/** A space of vectors: one model's, with its number of dimensions. Bases of one model share it. */
export interface Space {
  id: number
  model: ModelReference
  dimensions: number
}

/** A text that has no vector yet. The same text of two sources is one. */
export interface MissingVector {
  /** The SHA-256 hash of `text`. */
  textHash: string
  /** The passage with its headings and context, as it is embedded. */
  text: string
}

/** A part of a source's text that a service finds near a question. */
export interface NearRange {
  sourceId: string
  start: number
  end: number
  /** As the service says; it can't be compared with that of vectors. */
  similarity: number
}

export interface StoreQuery {
  baseIds: readonly string[]
  words: string
  /** The question's vectors, one for each space among the bases; empty to search words alone. */
  vectors: readonly { spaceId: number; values: Float32Array }[]
  /**
   * Results of a service's search by meaning, the nearest first; only the local store takes them.
   */
  near?: readonly NearRange[]
  filter: SearchFilter
  limit: number
}

export interface FoundPassage extends Omit<Hit, 'rerankScore'> {
  passageId: number
}

/** The place of a passage with the rectangles of its lines. */
export interface PassageLines {
  page: number
  lines: Rectangle[]
}

/**
 * Holds the passages and vectors of bases and searches them: in Parley's own database, in
 * PostgreSQL, or at a service. Every change is on disk once it resolves, whole or not at all.
 * Errors: diskFull, knowledgeDamaged, aborted.
 */
export interface KnowledgeStore {
  /**
   * Replaces a source's text and passages in one step. Vectors of texts that stayed are kept. The
   * earlier passages are found until then.
   */
  put: (source: IndexedSource) => Promise<void>
  /** Removes sources with their passages. */
  remove: (baseId: string, sourceIds: readonly string[]) => Promise<void>
  removeBase: (baseId: string) => Promise<void>
  /** Returns the space of a base and model, and creates it if it is missing. */
  openSpace: (baseId: string, model: ModelReference, dimensions: number) => Promise<Space>
  /** Makes a space the one that searches of the base use; null searches words alone. */
  useSpace: (baseId: string, spaceId: number | null) => Promise<void>
  /** Ends a base's part in a space. Its vectors are deleted once no base has a part in it. */
  dropSpace: (baseId: string, spaceId: number) => Promise<void>
  /** Returns texts of a base without a vector in the space, in order of their passages. */
  missingVectors: (baseId: string, spaceId: number, limit: number) => Promise<MissingVector[]>
  /** Returns how many passages of each of these sources have a vector in the space. */
  vectorCounts: (
    spaceId: number,
    sourceIds: readonly string[],
  ) => Promise<{ sourceId: string; done: number; total: number }[]>
  /** Adds vectors. They need not have length 1. Errors: badInput for NaN or wrong dimensions. */
  putVectors: (
    spaceId: number,
    vectors: readonly { textHash: string; values: Float32Array }[],
  ) => Promise<void>
  search: (query: StoreQuery, signal?: AbortSignal) => Promise<FoundPassage[]>
  /** Tells whether a search for its own words finds the source. */
  isFound: (baseId: string, sourceId: string) => Promise<boolean>
  /** Returns the passages before and after one, in reading order, with itself. */
  neighbours: (place: PassagePlace, count: number) => Promise<FoundPassage[]>
  /** Returns a part of a source's text. Errors: sourceMissing. */
  text: (
    sourceId: string,
    start: number,
    end: number,
  ) => Promise<{ text: string; length: number; sha256: string }>
  /** Returns where the lines of a range lie on their pages. */
  lines: (sourceId: string, start: number, end: number) => Promise<PassageLines[]>
  stats: (baseId: string) => Promise<StoreStats>
  close: () => Promise<void>
}

export interface StoreStats {
  passages: number
  sizeBytes: number
  /** For each space of the base: how many of its passages have a vector. */
  spaces: { space: Space; done: number; total: number; isUsed: boolean }[]
}
