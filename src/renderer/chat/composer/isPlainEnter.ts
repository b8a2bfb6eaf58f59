import type { KeyboardEvent } from 'react'

/**
 * Tells whether Enter was pressed without modifiers, and not to end the composition of a Japanese
 * or Chinese word.
 */
export function isPlainEnter(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return false
  return !event.nativeEvent.isComposing
}
