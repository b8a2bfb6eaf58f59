import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

/**
 * Handles the keys that are pressed within an element and that nothing inside has handled. `handle`
 * returns true if it has done something, so that nothing else does.
 */
export function useKeyWithin(
  region: RefObject<HTMLElement | null>,
  handle: (event: KeyboardEvent) => boolean,
): void {
  const run = useEffectEvent(handle)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isInside = event.target instanceof Node && region.current?.contains(event.target)
      if (isInside && !event.defaultPrevented && run(event)) event.preventDefault()
    }
    // On the document: what is inside, such as a search field or a popup, comes first.
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [region])
}
