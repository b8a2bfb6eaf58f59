import { useVirtualizer } from '@tanstack/react-virtual'
import type { Range, ReactVirtualizer, VirtualItem } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { ThreadEntry } from '../conversation/thread.ts'
import type { Span } from './loadAround.ts'
import { followKeys } from './followKeys.ts'
import type { ListActions } from './listActions.ts'
import { createPlaceKeeper } from './placeKeeper.ts'
import type { PlaceKeeper, RowGeometry } from './placeKeeper.ts'
import type { ReadingPlace } from './places.ts'
import { rowHeightsOf } from './rowHeights.ts'

/** Rows within this distance are in the document: two frames of a fast scroll. */
const overscanPixels = 1400
/** Space above the first message and below the last. */
const paddingStart = 16
const paddingEnd = 32

type List = ReactVirtualizer<HTMLElement, HTMLElement>

export interface MessageList extends ListActions {
  setContent: (element: HTMLElement | null) => void
  /** A row's ref. */
  measure: (element: HTMLElement | null) => void
  /** The rows in the document, in reading order. */
  rows: readonly VirtualItem[]
  /** The rows in sight. */
  shown: Span | undefined
  /** Whether the list can be scrolled yet. */
  ready: boolean
  sticking: boolean
}

interface MessageListOptions {
  conversationId: string
  messages: readonly ThreadEntry[]
  scroller: HTMLElement | null
  pinned: readonly Span[]
  /** Called with the reader's new place; undefined is the end. */
  onMove: (place: ReadingPlace | undefined) => void
}

/** Draws only the messages near the reader and keeps the reader's place. */
export function useMessageList(options: MessageListOptions): MessageList {
  const { conversationId, messages, scroller, pinned } = options
  const heights = useMemo(() => rowHeightsOf(conversationId), [conversationId])
  const [sticking, setSticking] = useState(true)
  const redraw = useReducer((count: number) => count + 1, 0)[1]
  const keeper = useRef<PlaceKeeper>(undefined)
  const committing = useRef(false)
  const list = useRef<List>(undefined)
  const latest = useRef(options)
  latest.current = options

  const rangeExtractor = useCallback(
    (range: Range) => {
      // The reader's row must stay, whatever happens to the rows above it.
      const anchor = keeper.current?.heldMessage()
      const index = anchor === undefined ? -1 : indexOf(latest.current.messages, anchor)
      const kept = index < 0 ? pinned : [...pinned, { start: index, end: index + 1 }]
      return rowsToDraw(range, list.current, kept)
    },
    [pinned],
  )
  const getItemKey = useCallback((index: number) => messages[index]?.id ?? index, [messages])
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: messages.length,
    getScrollElement: () => scroller,
    getItemKey,
    estimateSize: (index) => {
      const message = messages[index]
      return message ? heights.heightOf(message) : 0
    },
    measureElement: (element, entry): number => {
      const message = messages[Number(element.dataset['index'])]
      const [box] = entry?.borderBoxSize ?? []
      // Whole pixels: each row then begins at a pixel, and letters keep their shape.
      const height = Math.ceil(box?.blockSize ?? heightOf(element))
      // A hidden log has no heights.
      if (height === 0 || !message) return message ? heights.heightOf(message) : 0
      // A sketch has the estimated height, so measuring it teaches nothing.
      if (message.atom) heights.measured(message, height)
      return height
    },
    rangeExtractor,
    paddingStart,
    paddingEnd,
    // Finds the reader's row again when rows are added above it; the keeper does the rest.
    anchorTo: 'end',
    scrollEndThreshold: -1,
    scrollToFn: (offset, { adjustments = 0 }) => keeper.current?.moveTo(offset + adjustments),
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: () => {
      if (!committing.current) keeper.current?.settle()
    },
  })
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = never
  list.current = virtualizer

  useLayoutEffect(() => {
    if (!scroller) return undefined
    const created = createPlaceKeeper({
      scroller,
      rows: createGeometry(list, latest, (top) => {
        const drawn = virtualizer.range
        virtualizer.scrollOffset = top
        const range = virtualizer.calculateRange()
        if (drawn?.startIndex === range?.startIndex && drawn?.endIndex === range?.endIndex) return
        if (committing.current) redraw()
        else flushSync(redraw)
      }),
      onStick: setSticking,
      onMove: () => latest.current.onMove(created.place()),
    })
    keeper.current = created
    return () => {
      created.stop()
      keeper.current = undefined
    }
  }, [scroller, virtualizer, redraw])

  useLayoutEffect(() => {
    committing.current = true
    keeper.current?.settle()
    committing.current = false
  })

  useEffect(() => {
    if (!scroller) return undefined
    // The window's width or font size has changed: all heights are outdated.
    const observer = new ResizeObserver(() => {
      const fontSize = Number.parseFloat(getComputedStyle(scroller).fontSize)
      const width = scroller.querySelector('[data-rows]')?.clientWidth ?? scroller.clientWidth
      if (width === 0) return
      if (heights.setMetrics({ width, fontSize })) measureAnew(virtualizer)
      keeper.current?.settle()
    })
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [scroller, virtualizer, heights])

  const rows = virtualizer.getVirtualItems()
  const { range } = virtualizer
  const start = range?.startIndex
  const end = range === null ? undefined : range.endIndex + 1
  const shown = useMemo(
    () => (start === undefined || end === undefined ? undefined : { start, end }),
    [start, end],
  )
  const actions = useMemo(() => createActions(keeper, list, latest), [])
  useEffect(() => (scroller ? followKeys(scroller, actions) : undefined), [scroller, actions])
  return {
    ...actions,
    setContent: virtualizer.containerRef,
    measure: virtualizer.measureElement,
    rows,
    shown,
    ready: scroller !== null,
    sticking,
  }
}

/** Returns a row's height as an observer of sizes tells it: without the document's CSS zoom. */
function heightOf(element: HTMLElement): number {
  return element.getBoundingClientRect().height / element.currentCSSZoom
}

function indexOf(messages: readonly ThreadEntry[], messageId: string): number {
  return messages.findIndex(({ id }) => id === messageId)
}

function never(): boolean {
  return false
}

/** Returns the rows near the visible ones and the pinned ones, in reading order. */
function rowsToDraw(range: Range, list: List | undefined, pinned: readonly Span[]): number[] {
  const items = list?.measurementsCache
  const first = items?.[range.startIndex]
  const last = items?.[range.endIndex]
  if (!items || !first || !last) return []
  let { startIndex, endIndex } = range
  while (startIndex > 0 && first.start - (items[startIndex]?.start ?? 0) < overscanPixels) {
    startIndex -= 1
  }
  while (
    endIndex < range.count - 1 &&
    (items[endIndex]?.end ?? Infinity) - last.end < overscanPixels
  ) {
    endIndex += 1
  }
  const indices = new Set<number>()
  for (let index = startIndex; index <= endIndex; index += 1) indices.add(index)
  for (const { start, end } of pinned) {
    for (let index = start; index < Math.min(end, range.count); index += 1) indices.add(index)
  }
  return [...indices].sort((one, other) => one - other)
}

/** Forgets all heights except those of visible rows. */
function measureAnew(list: List): void {
  list.measure()
  list.getTotalSize()
  for (const element of list.elementsCache.values()) {
    if (element.isConnected) {
      list.resizeItem(
        list.indexFromElement(element),
        list.options.measureElement(element, undefined, list),
      )
    }
  }
}

interface Latest {
  readonly current: MessageListOptions
}

function createGeometry(
  list: { readonly current: List | undefined },
  latest: Latest,
  scrolled: (top: number) => void,
): RowGeometry {
  return {
    scrolled,
    elementOf: (messageId) => {
      const element = list.current?.elementsCache.get(messageId)
      return element?.isConnected ? element : undefined
    },
    messageAt: (top) => {
      const item = list.current?.getVirtualItemForOffset(top)
      return item && { messageId: String(item.key), start: item.start }
    },
    startOf: (messageId) => {
      const index = indexOf(latest.current.messages, messageId)
      if (index < 0) return undefined
      // `getTotalSize` updates the measurements.
      list.current?.getTotalSize()
      return list.current?.measurementsCache[index]?.start
    },
  }
}

function createActions(
  keeper: { readonly current: PlaceKeeper | undefined },
  list: { readonly current: List | undefined },
  latest: Latest,
): ListActions {
  const goTo = (place: ReadingPlace): void => keeper.current?.goTo(place)
  return {
    goTo,
    stick: () => keeper.current?.stick(),
    moveBy: (pixels) => keeper.current?.moveBy(pixels),
    goToStart: () => {
      const first = latest.current.messages[0]
      if (first) goTo({ messageId: first.id, offset: -paddingStart })
    },
    goToNeighbour: (step) => {
      const top = latest.current.scroller?.scrollTop ?? 0
      const at = list.current?.getVirtualItemForOffset(top + paddingStart)
      if (!at) return
      const isBelowItsStart = step < 0 && at.start < top
      const message = latest.current.messages[at.index + (isBelowItsStart ? 0 : step)]
      if (message) goTo({ messageId: message.id, offset: -paddingStart })
    },
    isInSight: (messageId) => {
      const { scroller } = latest.current
      const element = list.current?.elementsCache.get(messageId)
      if (!scroller || !element?.isConnected) return false
      const { top } = element.getBoundingClientRect()
      const outer = scroller.getBoundingClientRect()
      return top >= outer.top && top < outer.bottom - outer.height / 4
    },
  }
}
