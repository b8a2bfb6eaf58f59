import type { Citation } from '../../shared/parts.ts'
import { citationsMaximum } from './replyLimits.ts'

export interface CitationList {
  /** Returns the citation with a number of its own; undefined if the passage was cited before. */
  add: (citation: Citation) => Citation | undefined
  /** Returns whether it fits: it was cited before, or the list is not full. */
  hasRoomFor: (citation: Citation) => boolean
  all: () => Citation[]
}

/**
 * Keeps each passage once, although several requests number from 1; an answer may have thousands.
 */
export function createCitationList(earlier: readonly Citation[]): CitationList {
  const citations = [...earlier]
  const passages = new Set(earlier.map(identityOf))
  const numbers = new Set(earlier.map(({ number }) => number))
  let greatest = earlier.reduce((most, { number }) => Math.max(most, number), 0)

  function add(given: Citation): Citation | undefined {
    const identity = identityOf(given)
    if (passages.has(identity)) return undefined
    const number = numbers.has(given.number) ? greatest + 1 : given.number
    const citation = { ...given, number }
    passages.add(identity)
    numbers.add(number)
    greatest = Math.max(greatest, number)
    citations.push(citation)
    return citation
  }

  function hasRoomFor(citation: Citation): boolean {
    return citations.length < citationsMaximum || passages.has(identityOf(citation))
  }

  return { add, hasRoomFor, all: () => [...citations] }
}

function identityOf({ source, passage }: Citation): string {
  return JSON.stringify([source, passage])
}
