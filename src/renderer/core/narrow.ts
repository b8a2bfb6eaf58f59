import { useSyncExternalStore } from 'react'
import { textScale } from '../ui/textScale.ts'

/** In a narrower window, in CSS pixels at the default text size, the list of chats is a drawer. */
const widthMinimum = 768

/** Tells whether the list of chats lies over the conversation instead of beside it. */
export function isNarrow(): boolean {
  return innerWidth < widthMinimum * textScale()
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
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
