import { useSyncExternalStore } from 'react'
import { isNarrow } from './isNarrow.ts'

/** Tells whether the window is too narrow for what needs this width, by default a list of chats. */
export function useNarrow(minimum?: number): boolean {
  return useSyncExternalStore(subscribe, () => isNarrow(minimum))
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener)
  // The size of the text, which no media query knows.
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['style'] })
  return () => {
    removeEventListener('resize', listener)
    observer.disconnect()
  }
}
