import { useLayoutEffect, useRef } from 'react'
import { messageElementId } from './messageElementId.ts'

/**
 * Holds the reader's place when older messages come in above. The browser does that itself,
 * except at the very top, where it would show the new ones and so load page after page.
 */
export function useKeptPlace(scroller: HTMLElement | null, firstId: string | undefined): void {
  const before = useRef<string>(undefined)
  useLayoutEffect(() => {
    const previous = before.current
    before.current = firstId
    if (!scroller || !previous || previous === firstId || scroller.scrollTop > 0) return
    document.getElementById(messageElementId(previous))?.scrollIntoView({ block: 'start' })
  }, [scroller, firstId])
}
