import { isOfIme } from './leaveKeysToIme.ts'

/**
 * Tells whether Enter was pressed without modifiers, and not to end the composition of a Japanese
 * or Chinese word.
 */
export function isPlainEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.altKey && !isOfIme(event)
}
