import { useLayoutEffect, useState } from 'react'
import { pixelsBelow } from '../layout/pixelsBelow.ts'

/** Returns where a list begins in what scrolls, and its width, both in CSS pixels. */
export function useTopIn(
  scroller: HTMLElement | null,
  list: HTMLElement | null,
): { top: number; width: number } {
  const [place, setPlace] = useState({ top: 0, width: 0 })
  useLayoutEffect(() => {
    const content = scroller?.firstElementChild
    if (!list || !scroller || !content) return
    const measure = (): void => {
      const top = Math.round(pixelsBelow(list, scroller) + scroller.scrollTop)
      const width = list.clientWidth
      setPlace((known) => (known.top === top && known.width === width ? known : { top, width }))
    }
    measure()
    // Content above the list may change its height.
    const resizing = new ResizeObserver(measure)
    resizing.observe(content)
    resizing.observe(list)
    return () => resizing.disconnect()
  }, [list, scroller])
  return place
}
