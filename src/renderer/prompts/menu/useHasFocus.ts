import { useCallback, useSyncExternalStore } from 'react'

/** Tells whether an element has the focus, also while the window is behind others. */
export function useHasFocus(id: string): boolean {
  return useSyncExternalStore(
    followFocus,
    useCallback(() => document.activeElement?.id === id, [id]),
  )
}

function followFocus(onChange: () => void): () => void {
  document.addEventListener('focusin', onChange)
  document.addEventListener('focusout', onChange)
  return () => {
    document.removeEventListener('focusin', onChange)
    document.removeEventListener('focusout', onChange)
  }
}
