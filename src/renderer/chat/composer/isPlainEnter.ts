import type { KeyboardEvent } from 'react'

/** Enter by itself, and not the one that ends the composition of a Japanese or Chinese word. */
export function isPlainEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false
  return !event.nativeEvent.isComposing
}
