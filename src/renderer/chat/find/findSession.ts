import type { FoundMessage } from '../../../shared/chat.ts'
import { queryPattern } from '../../../shared/textSearch.ts'
import { inReadingOrder, neighbourOf, numberOf, placeFrom, totalOf } from './matchPlaces.ts'
import type { Counts, Place, Positions } from './matchPlaces.ts'
import { hasPieces, piecesOf } from './messagePieces.ts'
import type { Piece } from './messagePieces.ts'
import { clearMatches, paintMatches, toRange } from './paintMatches.ts'
import { scrollToRange } from './scrollToRange.ts'
import { createTextFinder } from './textFinder.ts'
import type { Match, TextFinder } from './textFinder.ts'

/** The number of matches, and the number of the current one, from 1; 0 for none. */
export interface FindStatus {
  total: number
  current: number
}

export interface FindSession {
  search: (query: string) => void
  /** Searches again after the conversation's messages have changed. */
  refresh: () => void
  step: (direction: 1 | -1) => void
  /** The range of the current match, for selecting it. */
  currentRange: () => Range | undefined
  stop: () => void
}

interface FindOptions {
  /** The scrolling element that holds the messages in the document. */
  log: HTMLElement
  /** Finds the messages that contain a query, in reading order, also those not in the document. */
  find: (query: string) => Promise<FoundMessage[]>
  /** Returns the positions of the messages in the shown branch. */
  positions: () => Positions
  /** Brings a message into the document and into sight. */
  reveal: (messageId: string) => void
  /** Scrolls the log by this many pixels and then keeps the block in place. */
  hold: (block: Element, pixels: number) => void
  onChange: (status: FindStatus) => void
}

/** Time for work in one frame; later frames search the remaining messages. */
const frameMilliseconds = 4
const idPrefix = 'message-'

/** Finds a text in a conversation, marks the matches and moves from one to the next. */
export function createFindSession(options: FindOptions): FindSession {
  const { log, find, positions, reveal, hold, onChange } = options
  let query = ''
  let finder: TextFinder | undefined
  let found = new Map<string, FoundMessage>()
  /** The pieces of the messages in the document, from the last search. */
  const shown = new Map<string, readonly Piece[]>()
  /** How many matches a message had when it was last in the document. */
  const seen = new Map<string, number>()
  /** The messages with counts, in reading order; undefined when they may have changed. */
  let order: readonly string[] | undefined
  let orderedBy: Positions | undefined
  let counts: Counts = []
  let current: Place | undefined
  /** Whether to scroll to the current match as soon as it is in the document. */
  let isAwaited = false
  /** Whether the current match's message was asked for and has not come yet. */
  let isAskedFor = false
  let direction: 1 | -1 = 1
  let frame = 0
  let searches = 0
  const stale = new Set<Element>()

  const schedule = (): void => {
    frame ||= requestAnimationFrame(work)
  }

  const work = (): void => {
    frame = 0
    if (!finder) return
    lookThrough(finder)
    count()
    if (isAwaited) showCurrent()
    paint()
    if (stale.size > 0) schedule()
  }

  const lookThrough = (by: TextFinder): void => {
    const start = performance.now()
    for (const article of stale) {
      stale.delete(article)
      const id = idOf(article)
      const there = article.isConnected ? article : document.getElementById(article.id)
      // A message far from sight may be in the document without its text.
      const pieces = there && hasPieces(there) ? piecesOf(there, by, found.get(id)) : undefined
      if (pieces) {
        shown.set(id, pieces)
        if (!seen.has(id)) order = undefined
        seen.set(id, sum(pieces))
      } else shown.delete(id)
      if (performance.now() - start > frameMilliseconds) return
    }
  }

  /** Main counts all messages; for those that were in the document, the shown matches count. */
  const count = (): void => {
    counts = orderOf().map((id) => [id, seen.get(id) ?? sum(found.get(id)?.parts ?? [])])
    onChange({ total: totalOf(counts), current: current ? numberOf(counts, current) : 0 })
  }

  const orderOf = (): readonly string[] => {
    const known = positions()
    if (order && known === orderedBy) return order
    const ids = new Set(found.keys())
    for (const id of seen.keys()) if (known.has(id)) ids.add(id)
    orderedBy = known
    return (order = inReadingOrder(ids, known))
  }

  const showCurrent = (): void => {
    if (!current) return
    const pieces = shown.get(current.messageId)
    if (!pieces) {
      askFor(current.messageId)
      return
    }
    const own = sum(pieces)
    if (own === 0) {
      // Main has counted a match in text that is not shown.
      move(direction)
      return
    }
    if (current.ordinal >= own) current = { ...current, ordinal: own - 1 }
    const target = pieceAt(pieces, current.ordinal)
    if (!target) return
    if (!target.piece.matches) {
      target.piece.unfold()
      return
    }
    const match = target.piece.matches[target.ordinal]
    const range = match && toRange(match)
    if (!range) return
    scrollToRange(range, log, hold)
    isAwaited = false
    count()
  }

  /** Asks once, and again if the message leaves the document before its text arrives. */
  const askFor = (messageId: string): void => {
    const isThere = document.getElementById(idPrefix + messageId) !== null
    if (!isThere && !isAskedFor) reveal(messageId)
    isAskedFor = !isThere
  }

  const paint = (): void => {
    const matches: Match[] = []
    for (const pieces of shown.values()) {
      for (const piece of pieces) if (piece.matches) matches.push(...piece.matches)
    }
    paintMatches(matches, currentMatch())
  }

  const currentMatch = (): Match | undefined => {
    const pieces = current && shown.get(current.messageId)
    const target = pieces && pieceAt(pieces, current?.ordinal ?? 0)
    return target?.piece.matches?.[target.ordinal]
  }

  const goTo = (place: Place | undefined): void => {
    current = place
    isAwaited = place !== undefined
    isAskedFor = false
    schedule()
  }

  const move = (by: 1 | -1): void => {
    direction = by
    goTo(current ? neighbourOf(counts, current, by) : placeInSight())
  }

  const placeInSight = (): Place | undefined => {
    const known = positions()
    const { top } = log.getBoundingClientRect()
    const inSight = Array.from(articlesOf(log))
      .filter((article) => article.getBoundingClientRect().bottom > top)
      .map((article) => known.get(idOf(article)) ?? 0)
    return placeFrom(counts, known, Math.min(...inSight))
  }

  const search = async (): Promise<void> => {
    const number = (searches += 1)
    const answer = await find(query)
    if (number !== searches) return
    found = new Map(answer.map((message) => [message.id, message]))
    // Searches before main's answer did not count folded text.
    shown.clear()
    seen.clear()
    order = undefined
    lookThroughAll()
    count()
    if (!current) goTo(placeInSight())
  }

  const lookThroughAll = (): void => {
    for (const article of articlesOf(log)) stale.add(article)
    schedule()
  }

  const forget = (): void => {
    searches += 1
    found = new Map()
    shown.clear()
    seen.clear()
    order = undefined
    stale.clear()
    counts = []
    current = undefined
    isAwaited = false
  }

  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records) {
      finder?.invalidate(target)
      const article = target.parentElement?.closest('article') ?? articleOf(target)
      if (article) stale.add(article)
      for (const node of [...addedNodes, ...removedNodes]) {
        if (node instanceof Element) for (const inner of articlesIn(node)) stale.add(inner)
      }
    }
    schedule()
  })
  observer.observe(log, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    // A text that is shown in slices is searched once it is whole.
    attributeFilter: ['open', 'hidden', 'aria-busy'],
  })

  /** Stops leading the reader to the match once they scroll elsewhere. */
  const giveUp = (): void => {
    isAwaited = false
  }
  // The button that leads to the end is beside the log, not in it.
  const place = log.parentElement ?? log
  const moves = ['wheel', 'pointerdown', 'keydown'] as const
  for (const name of moves) place.addEventListener(name, giveUp, { passive: true })

  const refresh = (): void => {
    if (finder) {
      search().catch((error: unknown) => console.error('The chat could not be searched', error))
    }
  }

  return {
    search: (next) => {
      if (next === query) return
      query = next
      forget()
      const pattern = queryPattern(next)
      finder = pattern && createTextFinder(pattern)
      paint()
      onChange({ total: 0, current: 0 })
      refresh()
    },
    refresh,
    step: move,
    currentRange: () => {
      const match = currentMatch()
      return match && toRange(match)
    },
    stop: () => {
      observer.disconnect()
      for (const name of moves) place.removeEventListener(name, giveUp)
      cancelAnimationFrame(frame)
      forget()
      finder = undefined
      clearMatches()
    },
  }
}

function articleOf(node: Node): Element | null {
  return node instanceof Element ? node.closest('article') : null
}

function articlesIn(element: Element): Iterable<Element> {
  return element.matches('article') ? [element] : element.querySelectorAll('article')
}

function articlesOf(log: HTMLElement): Iterable<Element> {
  return log.querySelectorAll('article')
}

function idOf(article: Element): string {
  return article.id.slice(idPrefix.length)
}

function sum(parts: readonly { count: number }[]): number {
  return parts.reduce((total, { count }) => total + count, 0)
}

function pieceAt(
  pieces: readonly Piece[],
  ordinal: number,
): { piece: Piece; ordinal: number } | undefined {
  let before = 0
  for (const piece of pieces) {
    if (ordinal < before + piece.count) return { piece, ordinal: ordinal - before }
    before += piece.count
  }
  return undefined
}
