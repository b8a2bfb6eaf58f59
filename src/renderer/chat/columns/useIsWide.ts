import { useSyncExternalStore } from 'react'

/** Narrower windows have no room for two columns. */
const wide = '(min-width: 900px)'

/** Tells whether the window has room for columns. */
export function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches)
}

function follow(onChange: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
