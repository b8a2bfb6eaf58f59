import type { Citation } from '../../../shared/chat/parts.ts'
import { maxCitations } from './replyLimits.ts'

export interface CitationList {
  /** Returns the citation with a number of its own; undefined if the passage was cited before. */
  add: (citation: Citation) => Citation | undefined
  /** Returns the citation of a passage, by its own number or the next free one if it is new. */
  cite: (passage: Citation) => { citation: Citation; isNew: boolean }
  /** Returns whether it fits: it was cited before, or the list is not full. */
  hasRoomFor: (citation: Citation) => boolean
  all: () => Citation[]
}

/**
 * Keeps each passage once, although several requests number from 1; an answer may have thousands.
 */
export function createCitationList(earlier: readonly Citation[]): CitationList {
  const citations = [...earlier]
  const passages = new Map(earlier.map((citation) => [identityOf(citation), citation]))
  const numbers = new Set(earlier.map(({ number }) => number))
  let greatest = earlier.reduce((most, { number }) => Math.max(most, number), 0)

  function add(given: Citation): Citation | undefined {
    const identity = identityOf(given)
    if (passages.has(identity)) return undefined
    const number = numbers.has(given.number) ? greatest + 1 : given.number
    const citation = { ...given, number }
    passages.set(identity, citation)
    numbers.add(number)
    greatest = Math.max(greatest, number)
    citations.push(citation)
    return citation
  }

  function cite(passage: Citation): { citation: Citation; isNew: boolean } {
    const known = passages.get(identityOf(passage))
    if (known) return { citation: known, isNew: false }
    const citation = add({ ...passage, number: greatest + 1 }) ?? passage
    return { citation, isNew: true }
  }

  function hasRoomFor(citation: Citation): boolean {
    return citations.length < maxCitations || passages.has(identityOf(citation))
  }

  return { add, cite, hasRoomFor, all: () => [...citations] }
}

function identityOf({ source, passage, place }: Citation): string {
  return JSON.stringify([source, passage, place?.sourceId, place?.start])
}
