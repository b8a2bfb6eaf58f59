import { useSyncExternalStore } from 'react'
import { textScale } from '../ui/textScale.ts'

/** In a narrower window, in CSS pixels at the default text size, the list of chats is a drawer. */
const widthMinimum = 768

/** Tells whether the list of chats lies over the conversation instead of beside it. */
export function isNarrow(minimum = widthMinimum): boolean {
  return innerWidth < minimum * textScale()
}

/** Tells whether the window is too narrow for what needs this width, by default a list of chats. */
export function useNarrow(minimum = widthMinimum): boolean {
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
