import { useEffect, type RefObject } from 'react'

/** Moves the focus to a pane that takes the gallery's place, and brings the pane into view. */
export function useOpenedPane(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    region.current?.focus({ preventScroll: true })
    // In a narrow window the form stands above.
    region.current?.scrollIntoView({ block: 'start' })
  }, [region])
}
