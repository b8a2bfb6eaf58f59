import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to the end counts as being there. */
const endPixels = 50
const upwardKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

export interface StickToEnd {
  /** The element that scrolls. */
  scroller: HTMLElement | null
  setScroller: (element: HTMLElement | null) => void
  /** The element in it that grows. */
  setContent: (element: HTMLElement | null) => void
  /** Whether the end is kept in sight. */
  sticking: boolean
  stick: () => void
}

/**
 * Keeps the end of a growing element in sight until the reader scrolls up, by whatever means;
 * going back to the end takes it up again.
 */
export function useStickToEnd(): StickToEnd {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [content, setContent] = useState<HTMLElement | null>(null)
  const [sticking, setSticking] = useState(true)
  const stuck = useRef(true)

  const update = useCallback((stick: boolean) => {
    stuck.current = stick
    setSticking(stick)
  }, [])

  useEffect(() => {
    if (!scroller) return
    return followReader(scroller, () => stuck.current, update)
  }, [scroller, update])

  useLayoutEffect(() => {
    if (!scroller || !content) return
    // Called after layout and before paint: no layout is forced, and no frame shows the gap.
    const observer = new ResizeObserver(() => {
      if (stuck.current) scrollToEnd(scroller)
    })
    observer.observe(content)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [scroller, content])

  const stick = useCallback(() => {
    update(true)
    if (scroller) scrollToEnd(scroller)
  }, [scroller, update])

  return { scroller, setScroller, setContent, sticking, stick }
}

function scrollToEnd(element: HTMLElement): void {
  element.scrollTop = element.scrollHeight
}

function followReader(
  element: HTMLElement,
  isStuck: () => boolean,
  update: (stick: boolean) => void,
): () => void {
  let top = element.scrollTop
  let height = element.scrollHeight
  const onScroll = (): void => {
    const atEnd = element.scrollHeight - element.clientHeight - element.scrollTop <= endPixels
    // The page itself only ever scrolls down, or up because the text became shorter.
    const scrolledUp = element.scrollTop < top - 1 && element.scrollHeight >= height
    top = element.scrollTop
    height = element.scrollHeight
    if (isStuck() ? scrolledUp && !atEnd : atEnd) update(!isStuck())
  }
  // What the reader wants is known before the browser, which scrolls smoothly, gets there.
  const release = (): void => {
    if (isStuck() && element.scrollHeight > element.clientHeight) update(false)
  }
  const onWheel = (event: WheelEvent): void => {
    if (event.deltaY < 0) release()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== element) return
    if (event.key === 'End') update(true)
    else if (upwardKeys.has(event.key)) release()
  }
  element.addEventListener('keydown', onKeyDown)
  element.addEventListener('scroll', onScroll, { passive: true })
  element.addEventListener('wheel', onWheel, { passive: true })
  return () => {
    element.removeEventListener('keydown', onKeyDown)
    element.removeEventListener('scroll', onScroll)
    element.removeEventListener('wheel', onWheel)
  }
}
