import { pixelsBelow } from '../../ui/layout/pixelsBelow.ts'
import { elementAt, pathOf } from './blockPath.ts'
import { findAnchor } from './findAnchor.ts'
import type { ReadingPlace } from './places.ts'

/** A text of which more will be shown soon. */
const pending = '.markdown[aria-busy=true]'
/** A distance from the end that counts as being there. */
const endPixels = 50

/** The known positions of a list's rows. */
export interface RowGeometry {
  /** Returns the pixels from the list's upper end; undefined if there is no such message. */
  startOf: (messageId: string) => number | undefined
  messageAt: (top: number) => { messageId: string; start: number } | undefined
  /** Returns the row's element while it is in the document. */
  elementOf: (messageId: string) => Element | undefined
  /** Called when the keeper has scrolled the list: other rows may be in sight. */
  scrolled: (top: number) => void
}

export interface PlaceKeeper {
  /** Moves the reader back to their place after the layout has changed. */
  settle: () => void
  /** Writes a position that the list has computed itself. */
  moveTo: (top: number) => void
  stick: () => void
  goTo: (place: ReadingPlace) => void
  /** Scrolls by this many pixels at once, on the reader's request. */
  moveBy: (pixels: number) => void
  /** Scrolls by this many pixels and then keeps the block in place instead of the edge. */
  hold: (block: Element, pixels: number) => void
  /** Returns the reader's place; undefined at the end. */
  place: () => ReadingPlace | undefined
  /** Returns the id of the message in which the reader is and whose row must stay. */
  heldMessage: () => string | undefined
  stop: () => void
}

const keepers = new WeakMap<Element, PlaceKeeper>()

/** Returns the place keeper of a scrolling list. */
export function keeperOf(scroller: Element): PlaceKeeper | undefined {
  return keepers.get(scroller)
}

interface KeeperOptions {
  scroller: HTMLElement
  rows: RowGeometry
  /** Called when following the end starts or stops. */
  onStick: (sticking: boolean) => void
  /** Called when the reader has moved. */
  onMove: () => void
}

/** The place that is kept; `block` was asked for but is not in the document yet. */
interface Anchor extends ReadingPlace {
  /** A block of the row, and its distance below the visible upper edge. */
  element: Element | undefined
  elementTop: number
}

/**
 * Keeps a reader's place in a list whose rows come, go and change their heights: at the end, or
 * with the block at the upper edge in place. Only this keeper writes the list's scrollTop.
 */
export function createPlaceKeeper({ scroller, rows, onStick, onMove }: KeeperOptions): PlaceKeeper {
  /** Undefined while the end is followed. */
  let anchor: Anchor | undefined
  /** The last seen scrollTop. */
  let knownTop = scroller.scrollTop
  /**
   * The last seen maximum of scrollTop: a reader who scrolls to the end can't see what is added
   * meanwhile.
   */
  let maxKnown = 0

  const setAnchor = (next: Anchor | undefined): void => {
    const changed = (anchor === undefined) !== (next === undefined)
    anchor = next
    if (changed) onStick(next === undefined)
  }

  const topOf = (element: Element): number => pixelsBelow(element, scroller)

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

  /**
   * Tells whether something else has scrolled. When a list gets shorter, the browser only clips
   * scrollTop.
   */
  const wasMoved = (): boolean => {
    const top = scroller.scrollTop
    if (Math.abs(top - knownTop) < 1) return false
    return !(top < knownTop && maximum() - top < 1)
  }

  const follow = (): void => {
    const top = scroller.scrollTop
    const downward = top > knownTop
    knownTop = top
    const left = Math.min(maximum(), maxKnown) - top
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
    // A hidden log has no position.
    if (scroller.clientHeight === 0) return
    if (wasMoved()) follow()
    if (anchor) restore(anchor)
    else write(maximum())
    knownTop = scroller.scrollTop
    maxKnown = maximum()
  }

  const restore = (held: Anchor): void => {
    const { element, elementTop, messageId, offset, block } = held
    const start = rows.startOf(messageId)
    const row = rows.elementOf(messageId)
    const found = block && row && elementAt(row, block.path)
    if (start === undefined) {
      // The branch has changed: the new content at the message's position stays there.
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

  /** Returns the anchor to keep from now on, if the wanted row already shows its text. */
  const anchorInRow = (held: Anchor, start: number): Anchor => {
    const row = rows.elementOf(held.messageId)
    const isGrowing = Boolean(row?.querySelector(pending))
    if (held.block) {
      const isWhole = !isGrowing && Boolean(row?.querySelector('.markdown'))
      return isWhole ? withElement({ ...held, block: undefined }) : held
    }
    // An incomplete text may be too short for the wanted place.
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
  // The wheel tells the reader's intention before the browser's smooth scrolling gets there.
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
    // At the end of the list, the end is followed.
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
