import { useSyncExternalStore } from 'react'

/** In a narrower window the list of chats lies over the conversation instead of beside it. */
const narrowQuery = '(width < 48rem)'

export function isNarrow(): boolean {
  return matchMedia(narrowQuery).matches
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrowQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
