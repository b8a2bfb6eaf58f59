import type { FoundMessage } from '../../../shared/chat/searching.ts'
import { inReadingOrder } from './matchPlaces.ts'
import type { Counts, Place, Positions } from './matchPlaces.ts'
import type { Piece } from './messagePieces.ts'
import type { Match } from './textFinder.ts'

/** The matches of a query: main's counts, and the places of those that are in the document. */
export interface ShownMatches {
  /** Takes main's answer, and forgets what was shown before it. */
  answer: (messages: readonly FoundMessage[]) => void
  /** Returns what main has found in a message. */
  found: (messageId: string) => FoundMessage | undefined
  /** Takes a message's pieces; undefined if it is not in the document with its text. */
  show: (messageId: string, pieces: readonly Piece[] | undefined) => void
  /** Returns the pieces of a message in the document. */
  piecesOf: (messageId: string) => readonly Piece[] | undefined
  /** Returns all matches in the document. */
  matches: () => Match[]
  /** Returns the number of matches per message, in reading order. */
  count: (positions: Positions) => Counts
  forget: () => void
}

export function createShownMatches(): ShownMatches {
  let found = new Map<string, FoundMessage>()
  /** The pieces of the messages in the document, from the last search. */
  const shown = new Map<string, readonly Piece[]>()
  /** Number of matches that each message had when it was last in the document. */
  const seen = new Map<string, number>()
  /** The messages with counts, in reading order; undefined when they may have changed. */
  let order: readonly string[] | undefined
  let orderedBy: Positions | undefined

  const orderOf = (positions: Positions): readonly string[] => {
    if (order && positions === orderedBy) return order
    const ids = new Set(found.keys())
    for (const id of seen.keys()) if (positions.has(id)) ids.add(id)
    orderedBy = positions
    return (order = inReadingOrder(ids, positions))
  }

  const forget = (): void => {
    found = new Map()
    shown.clear()
    seen.clear()
    order = undefined
  }

  return {
    answer(messages) {
      // Searches before main's answer did not count folded text.
      forget()
      found = new Map(messages.map((message) => [message.id, message]))
    },
    found: (messageId) => found.get(messageId),
    show(messageId, pieces) {
      if (pieces) {
        shown.set(messageId, pieces)
        if (!seen.has(messageId)) order = undefined
        seen.set(messageId, sumOf(pieces))
      } else shown.delete(messageId)
    },
    piecesOf: (messageId) => shown.get(messageId),
    matches() {
      const matches: Match[] = []
      for (const pieces of shown.values()) {
        for (const piece of pieces) if (piece.matches) matches.push(...piece.matches)
      }
      return matches
    },
    // Main counts all messages; for those that were in the document, the shown matches count.
    count: (positions) =>
      orderOf(positions).map((id) => [id, seen.get(id) ?? sumOf(found.get(id)?.parts ?? [])]),
    forget,
  }
}

/** Returns the number of matches in parts of a message. */
export function sumOf(parts: readonly { count: number }[]): number {
  return parts.reduce((total, { count }) => total + count, 0)
}

/** Returns the piece with a message's match of this number, and the number within the piece. */
export function pieceAt(
  pieces: readonly Piece[],
  { ordinal }: Pick<Place, 'ordinal'>,
): { piece: Piece; ordinal: number } | undefined {
  let before = 0
  for (const piece of pieces) {
    if (ordinal < before + piece.count) return { piece, ordinal: ordinal - before }
    before += piece.count
  }
  return undefined
}
