import type { FoundMessage } from '../../../shared/chat.ts'
import { queryPattern } from '../../../shared/textSearch.ts'
import { hasPieces, piecesOf } from './messagePieces.ts'
import type { Piece } from './messagePieces.ts'
import { clearMatches, paintMatches, toRange } from './paintMatches.ts'
import { scrollToRange } from './scrollToRange.ts'
import { createTextFinder } from './textFinder.ts'
import type { Match, TextFinder } from './textFinder.ts'

/** How often the query was found, and which of these is the current one, from 1; 0 for none. */
export interface FindStatus {
  total: number
  current: number
}

export interface FindSession {
  search: (query: string) => void
  /** The conversation has other messages now. */
  refresh: () => void
  step: (direction: 1 | -1) => void
  /** What the current match stands in, to be selected. */
  currentRange: () => Range | undefined
  stop: () => void
}

interface FindOptions {
  /** What scrolls, and holds the messages that are in the document. */
  log: HTMLElement
  /** The messages that hold a query, in reading order, also those not in the document. */
  find: (query: string) => Promise<FoundMessage[]>
  /** Brings a message into the document, and into sight. */
  reveal: (messageId: string) => void
  onChange: (status: FindStatus) => void
}

/** A match by its message, and its number in it. */
interface Place {
  messageId: string
  ordinal: number
}

/** Work in one frame; the messages that are left over are looked through in later ones. */
const frameMilliseconds = 4
/** Frames until a message that does not come is given up. */
const patienceFrames = 300
/** What has just come may still be moved by what is laid out around it. */
const settlingFrames = 45
const idPrefix = 'message-'

/** Finds a text in a conversation, marks it and leads from one match to the next. */
export function createFindSession({ log, find, reveal, onChange }: FindOptions): FindSession {
  let query = ''
  let finder: TextFinder | undefined
  let found = new Map<string, FoundMessage>()
  /** The pieces of the messages in the document, as they were last looked through. */
  const shown = new Map<string, readonly Piece[]>()
  /** The messages in reading order, with how often each holds the query. */
  let counts: [id: string, count: number][] = []
  let current: Place | undefined
  /** Frames for which the current match may still take to come into the document. */
  let awaited = 0
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
    if (awaited > 0) {
      awaited -= 1
      showCurrent()
      if (awaited > 0) schedule()
    }
    paint()
    if (stale.size > 0) schedule()
  }

  const lookThrough = (by: TextFinder): void => {
    const start = performance.now()
    for (const article of stale) {
      stale.delete(article)
      const id = idOf(article)
      const there = article.isConnected ? article : document.getElementById(article.id)
      // A message far from sight may be there without its text.
      if (there && hasPieces(there)) shown.set(id, piecesOf(there, by, found.get(id)))
      else shown.delete(id)
      if (performance.now() - start > frameMilliseconds) return
    }
  }

  /** Main knows of all messages; of those in the document it is seen what they truly show. */
  const count = (): void => {
    const order = withShown([...found.keys()], [...articlesOf(log)].map(idOf), shown)
    counts = order.map((id) => {
      const pieces = shown.get(id)
      return [id, pieces ? sum(pieces) : sum(found.get(id)?.parts ?? [])]
    })
    const total = counts.reduce((before, [, own]) => before + own, 0)
    onChange({ total, current: current ? numberOf(counts, current) : 0 })
  }

  const showCurrent = (): void => {
    if (!current) {
      awaited = 0
      return
    }
    const pieces = shown.get(current.messageId)
    if (!pieces) return
    const own = sum(pieces)
    if (own === 0) {
      // Main took something for text that is not shown.
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
    scrollToRange(range, log)
    awaited = Math.min(awaited, settlingFrames)
    count()
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
    awaited = patienceFrames
    if (place && !document.getElementById(idPrefix + place.messageId)) reveal(place.messageId)
    schedule()
  }

  const move = (by: 1 | -1): void => {
    direction = by
    goTo(current ? neighbourOf(counts, current, by) : firstPlace(counts, log))
  }

  const search = async (): Promise<void> => {
    const number = (searches += 1)
    const answer = await find(query)
    if (number !== searches) return
    found = new Map(answer.map((message) => [message.id, message]))
    // What was looked through before main's answer did not count what is folded.
    shown.clear()
    lookThroughAll()
    if (current || awaited > 0) return
    count()
    goTo(firstPlace(counts, log))
  }

  const lookThroughAll = (): void => {
    for (const article of articlesOf(log)) stale.add(article)
    schedule()
  }

  const forget = (): void => {
    searches += 1
    found = new Map()
    shown.clear()
    stale.clear()
    counts = []
    current = undefined
    awaited = 0
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
    attributeFilter: ['open', 'hidden'],
  })

  /** The reader goes elsewhere. */
  const giveUp = (): void => {
    awaited = 0
  }
  log.addEventListener('wheel', giveUp, { passive: true })
  log.addEventListener('pointerdown', giveUp)

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
      log.removeEventListener('wheel', giveUp)
      log.removeEventListener('pointerdown', giveUp)
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

/** Main's order, with the messages in the document that it does not know yet, where they stand. */
function withShown(
  known: readonly string[],
  articles: readonly string[],
  shown: ReadonlyMap<string, readonly Piece[]>,
): string[] {
  const order = [...known]
  const knownIds = new Set(known)
  let after = -1
  for (const id of articles) {
    if (knownIds.has(id)) after = order.indexOf(id, after + 1)
    else if (sum(shown.get(id) ?? []) > 0) order.splice((after = placeFor(order, after)), 0, id)
  }
  return order
}

/** Behind the message before it; what nothing known stands before is at the end of the chat. */
function placeFor(order: readonly string[], after: number): number {
  return after < 0 ? order.length : after + 1
}

function numberOf(counts: readonly (readonly [string, number])[], place: Place): number {
  let before = 0
  for (const [id, count] of counts) {
    if (id === place.messageId) return Math.min(before + place.ordinal + 1, before + count)
    before += count
  }
  return 0
}

function neighbourOf(
  counts: readonly (readonly [string, number])[],
  { messageId, ordinal }: Place,
  by: 1 | -1,
): Place | undefined {
  const at = counts.findIndex(([id]) => id === messageId)
  const next = ordinal + by
  if (next >= 0 && next < (counts[at]?.[1] ?? 0)) return { messageId, ordinal: next }
  for (let step = 1; step <= counts.length; step += 1) {
    const [id, count] = counts.at((at + by * step + counts.length) % counts.length) ?? ['', 0]
    if (count > 0) return { messageId: id, ordinal: by > 0 ? 0 : count - 1 }
  }
  return undefined
}

/** The first match at or after what is in sight; else the last one before it. */
function firstPlace(
  counts: readonly (readonly [string, number])[],
  log: HTMLElement,
): Place | undefined {
  const found = counts.filter(([, count]) => count > 0)
  const top = log.getBoundingClientRect().top
  const inSight = new Set(
    Array.from(articlesOf(log))
      .filter((article) => article.getBoundingClientRect().bottom > top)
      .map(idOf),
  )
  const first = found.find(([id]) => inSight.has(id))
  if (first) return { messageId: first[0], ordinal: 0 }
  const last = found.at(-1)
  return last && { messageId: last[0], ordinal: last[1] - 1 }
}
