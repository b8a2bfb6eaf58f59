import { createHash, randomUUID } from 'node:crypto'
import type { Hit } from '../../../../src/shared/knowledge/knowledge.ts'
import type { Library } from '../../../../src/main/knowledge/asking/library.ts'

/** A small library in memory: each document is a text whose passages are its paragraphs. */
export interface Shelf extends Library {
  baseId: string
  /** Every query, in order. */
  queries: string[]
  /** Outcome of the next searches in place of the usual one. */
  failing: Error | undefined
  wordsOnly: 'embedderFailed' | 'hostedFailed' | null
  reranked: boolean | null
}

/** Creates a base with documents. A search returns the passages with most of its words first. */
export function createShelf(documents: Record<string, string>): Shelf {
  const baseId = randomUUID()
  const sources = Object.entries(documents).map(([name, text]) => ({
    id: randomUUID(),
    name,
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
  }))
  const passages = sources.flatMap(({ id, name, text, sha256 }) =>
    [...text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)].map((found) => {
      const place = { baseId, sourceId: id, sha256, start: found.index, page: 1 }
      const end = found.index + found[0].length
      return { place: { ...place, end }, sourceName: name, text: found[0] }
    }),
  )
  const textOf = (sourceId: string): string => sources.find(({ id }) => id === sourceId)?.text ?? ''
  const shelf: Shelf = {
    baseId,
    queries: [],
    failing: undefined,
    wordsOnly: null,
    reranked: null,
    names: async (ids) => new Map(ids.includes(baseId) ? [[baseId, 'Contracts']] : []),
    passages: async () => passages.length,
    async search({ query, limit }) {
      shelf.queries.push(query)
      if (shelf.failing) throw shelf.failing
      const words = new Set(query.toLowerCase().match(/\p{L}{3,}/gu))
      const found = passages
        .map((passage) => ({ passage, count: countOf(passage.text, words) }))
        .filter(({ count }) => count > 0)
        .sort((first, second) => second.count - first.count)
      const hits = found.slice(0, limit).map(({ passage, count }, index): Hit => {
        const ranks = { wordRank: index + 1, vectorRank: null, similarity: null, rerankScore: null }
        return { ...passage, sourceKind: 'file', headings: ['Terms'], ...ranks, score: count }
      })
      return { hits, wordsOnly: shelf.wordsOnly, reranked: shelf.reranked }
    },
    text: async ({ sourceId, start, end }) => textOf(sourceId).slice(start, end),
    async neighbours(place, count) {
      const own = passages.filter((passage) => passage.place.sourceId === place.sourceId)
      const at = own.findIndex((passage) => passage.place.start === place.start)
      return own
        .slice(Math.max(0, at - count), at + count + 1)
        .map((passage) => ({ ...passage, headings: ['Terms'] }))
    },
  }
  return shelf
}

function countOf(text: string, words: ReadonlySet<string>): number {
  return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => words.has(word)).length
}
