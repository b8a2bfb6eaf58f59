import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

/** The distance from the lower end at which the next page is loaded. */
const loadAheadPixels = 600

interface MoreMarkProps {
  /** Number of rows above: with more of them, the mark looks again. */
  count: number
  onNear: () => unknown
}

/** Stands at the end of a list that scrolls, and loads the next page when the reader comes near. */
export function MoreMark({ count, onNear }: MoreMarkProps): ReactNode {
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onNear()
      },
      {
        root: element.closest('[data-chat-list]') ?? element.parentElement,
        rootMargin: `0px 0px ${loadAheadPixels}px 0px`,
      },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [count, onNear])
  return <div ref={mark} className="h-px" />
}
