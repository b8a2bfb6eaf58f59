import type { FoundMessage } from '../../../shared/chat/searching.ts'
import { queryPattern } from '../../../shared/knowledge/textSearch.ts'
import { followLog } from './followLog.ts'
import { neighbourOf, numberOf, placeFrom, totalOf } from './matchPlaces.ts'
import type { Counts, Place, Positions } from './matchPlaces.ts'
import { hasPieces, piecesOf } from './messagePieces.ts'
import { clearMatches, paintMatches, toRange } from './paintMatches.ts'
import { scrollToRange } from './scrollToRange.ts'
import { createShownMatches, pieceAt, sumOf } from './shownMatches.ts'
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
  const matches = createShownMatches()
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
      const pieces = there && hasPieces(there) ? piecesOf(there, by, matches.found(id)) : undefined
      matches.show(id, pieces)
      if (performance.now() - start > frameMilliseconds) return
    }
  }

  const count = (): void => {
    counts = matches.count(positions())
    onChange({ total: totalOf(counts), current: current ? numberOf(counts, current) : 0 })
  }

  const showCurrent = (): void => {
    if (!current) return
    const pieces = matches.piecesOf(current.messageId)
    if (!pieces) {
      askFor(current.messageId)
      return
    }
    const own = sumOf(pieces)
    if (own === 0) {
      // Main has counted a match in text that is not shown.
      move(direction)
      return
    }
    if (current.ordinal >= own) current = { ...current, ordinal: own - 1 }
    const target = pieceAt(pieces, current)
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

  const paint = (): void => paintMatches(matches.matches(), currentMatch())

  const currentMatch = (): Match | undefined => {
    const pieces = current && matches.piecesOf(current.messageId)
    const target = pieces && current && pieceAt(pieces, current)
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
    matches.answer(answer)
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
    matches.forget()
    stale.clear()
    counts = []
    current = undefined
    isAwaited = false
  }

  const unfollow = followLog(log, {
    onChanged(target, articles) {
      finder?.invalidate(target)
      for (const article of articles) stale.add(article)
      schedule()
    },
    // The match no longer leads a reader who goes elsewhere.
    onMove() {
      isAwaited = false
    },
  })

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
      unfollow()
      cancelAnimationFrame(frame)
      forget()
      finder = undefined
      clearMatches()
    },
  }
}

function articlesOf(log: HTMLElement): Iterable<Element> {
  return log.querySelectorAll('article')
}

function idOf(article: Element): string {
  return article.id.slice(idPrefix.length)
}
