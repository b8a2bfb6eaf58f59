import { elementAt, pathOf } from './blockPath.ts'
import { findAnchor } from './findAnchor.ts'
import type { ReadingPlace } from './places.ts'

/** A text of which more is shown soon. */
const pending = '.markdown[aria-busy=true]'
/** So near to the end counts as being there. */
const endPixels = 50

/** Where the rows of a list are, as far as that is known by now. */
export interface RowGeometry {
  /** Pixels from the upper end of the list; undefined where there is no such message. */
  startOf: (messageId: string) => number | undefined
  messageAt: (top: number) => { messageId: string; start: number } | undefined
  /** The row's element, while it is in the document. */
  elementOf: (messageId: string) => Element | undefined
  /** The list has been scrolled by the keeper: other rows may have come into sight. */
  scrolled: (top: number) => void
}

export interface PlaceKeeper {
  /** Puts the reader back where they were, after the layout has changed. */
  settle: () => void
  /** Writes a position that the list has come to by itself. */
  moveTo: (top: number) => void
  stick: () => void
  goTo: (place: ReadingPlace) => void
  /** Scrolls by so many pixels at once, as the reader wishes. */
  moveBy: (pixels: number) => void
  /** Moves by so many pixels, and then keeps the block of a row where it is, rather than the edge. */
  hold: (block: Element, pixels: number) => void
  /** Undefined at the end. */
  place: () => ReadingPlace | undefined
  /** The message whose row must stay, as the reader is in it. */
  heldMessage: () => string | undefined
  stop: () => void
}

const keepers = new WeakMap<Element, PlaceKeeper>()

/** The keeper of a list that can be scrolled. */
export function keeperOf(scroller: Element): PlaceKeeper | undefined {
  return keepers.get(scroller)
}

interface KeeperOptions {
  scroller: HTMLElement
  rows: RowGeometry
  /** The end is followed, or no longer. */
  onStick: (sticking: boolean) => void
  /** The reader has moved. */
  onMove: () => void
}

/** What is kept in its place; `block` is what was asked for and is not in the document yet. */
interface Anchor extends ReadingPlace {
  /** A block of the row, and how far it is below the upper edge of what is shown. */
  element: Element | undefined
  elementTop: number
}

/**
 * Keeps a reader where they are in a list whose rows come, go and change their heights: at the
 * end, or with the block at the upper edge where it is. It alone writes the list's scrollTop.
 */
export function createPlaceKeeper({ scroller, rows, onStick, onMove }: KeeperOptions): PlaceKeeper {
  /** Undefined while the end is followed. */
  let anchor: Anchor | undefined
  /** Where the list was last seen to be. */
  let knownTop = scroller.scrollTop
  /** How far it could be scrolled then: a reader who goes to the end can't see what comes meanwhile. */
  let knownMaximum = 0

  const setAnchor = (next: Anchor | undefined): void => {
    const changed = (anchor === undefined) !== (next === undefined)
    anchor = next
    if (changed) onStick(next === undefined)
  }

  const topOf = (element: Element): number =>
    element.getBoundingClientRect().top - scroller.getBoundingClientRect().top

  const maximum = (): number => scroller.scrollHeight - scroller.clientHeight

  const anchorAt = (top: number): Anchor | undefined => {
    const row = rows.messageAt(top)
    if (!row) return undefined
    const found: Anchor = {
      messageId: row.messageId,
      offset: top - row.start,
      element: undefined,
      elementTop: 0,
    }
    return withElement(found)
  }

  const withElement = (found: Anchor): Anchor => {
    const row = rows.elementOf(found.messageId)
    if (!row) return found
    const edge = scroller.getBoundingClientRect().top
    const element = found.offset > 0 ? findAnchor(row, edge) : row
    return { ...found, element, elementTop: topOf(element) }
  }

  /** Whether someone else has scrolled; what became shorter is only cut off by the browser. */
  const wasMoved = (): boolean => {
    const top = scroller.scrollTop
    if (Math.abs(top - knownTop) < 1) return false
    return !(top < knownTop && maximum() - top < 1)
  }

  const follow = (): void => {
    const top = scroller.scrollTop
    const downward = top > knownTop
    knownTop = top
    const left = Math.min(maximum(), knownMaximum) - top
    const isAtEnd = left < 1 && !anchor
    setAnchor(isAtEnd || (downward && left <= endPixels) ? undefined : anchorAt(top))
    onMove()
  }

  const write = (top: number): void => {
    if (Math.abs(top - scroller.scrollTop) < 0.5) return
    scroller.scrollTop = top
    knownTop = scroller.scrollTop
    rows.scrolled(knownTop)
  }

  const settle = (): void => {
    // A log that is not shown now has no place.
    if (scroller.clientHeight === 0) return
    if (wasMoved()) follow()
    if (anchor) restore(anchor)
    else write(maximum())
    knownTop = scroller.scrollTop
    knownMaximum = maximum()
  }

  const restore = (held: Anchor): void => {
    const { element, elementTop, messageId, offset, block } = held
    const start = rows.startOf(messageId)
    const row = rows.elementOf(messageId)
    const found = block && row && elementAt(row, block.path)
    if (start === undefined) {
      // Another branch: what has come in the message's place stays where that was.
      setAnchor(anchorAt(scroller.scrollTop))
    } else if (found) {
      anchor = { ...held, element: found, elementTop: block.top, block: undefined }
      restore(anchor)
    } else if (!block && element && row?.contains(element)) {
      write(scroller.scrollTop + topOf(element) - elementTop)
      anchor = { ...held, offset: scroller.scrollTop - start }
    } else {
      write(start + offset)
      anchor = anchorInRow(held, start)
    }
  }

  /** What is kept from now on, as far as the row that was asked for shows its text already. */
  const anchorInRow = (held: Anchor, start: number): Anchor => {
    const row = rows.elementOf(held.messageId)
    const isGrowing = Boolean(row?.querySelector(pending))
    if (held.block) {
      const isWhole = !isGrowing && Boolean(row?.querySelector('.markdown'))
      return isWhole ? withElement({ ...held, block: undefined }) : held
    }
    // A text that is not whole yet may be too short for the place that was asked for.
    const isReached = scroller.scrollTop > start + held.offset - 1
    return isReached || !isGrowing ? withElement(held) : held
  }

  const placeOf = ({ messageId, offset, block, element, elementTop }: Anchor): ReadingPlace => {
    const row = rows.elementOf(messageId)
    const path = row && element && pathOf(row, element)
    return { messageId, offset, block: block ?? (path && { path, top: elementTop }) }
  }

  const onScroll = (): void => {
    if (wasMoved()) follow()
  }
  // What the reader wants is known before the browser, which scrolls smoothly, gets there.
  const onWheel = (event: WheelEvent): void => {
    if (event.deltaY < 0 && !event.ctrlKey && scroller.scrollTop > 0) release()
  }
  const release = (): void => {
    if (!anchor && maximum() > 0) setAnchor(anchorAt(scroller.scrollTop))
  }
  scroller.addEventListener('scroll', onScroll, { passive: true })
  scroller.addEventListener('wheel', onWheel, { passive: true })

  const moveBy = (pixels: number): void => {
    settle()
    scroller.scrollTop += pixels
    if (wasMoved()) follow()
    rows.scrolled(scroller.scrollTop)
  }

  const hold = (block: Element, pixels: number): void => {
    const elementTop = topOf(block) - pixels
    if (pixels !== 0) moveBy(pixels)
    // At the end of the list, that is followed.
    if (!anchor) return
    const messageId = block.closest<HTMLElement>('[data-message-id]')?.dataset['messageId']
    const start = messageId === undefined ? undefined : rows.startOf(messageId)
    if (messageId === undefined || start === undefined) return
    setAnchor({ messageId, offset: scroller.scrollTop - start, element: block, elementTop })
    settle()
  }

  const keeper: PlaceKeeper = {
    settle,
    moveTo: write,
    stick: () => {
      setAnchor(undefined)
      write(maximum())
      onMove()
    },
    moveBy,
    hold,
    goTo: (place) => {
      setAnchor({ ...place, element: undefined, elementTop: 0 })
      settle()
      onMove()
    },
    place: () => anchor && placeOf(anchor),
    heldMessage: () => anchor?.messageId,
    stop: () => {
      if (keepers.get(scroller) === keeper) keepers.delete(scroller)
      scroller.removeEventListener('scroll', onScroll)
      scroller.removeEventListener('wheel', onWheel)
    },
  }
  keepers.set(scroller, keeper)
  return keeper
}
