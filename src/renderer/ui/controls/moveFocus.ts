import type { KeyboardEvent } from 'react'

/**
 * Moves the focus in a list by the arrow keys, Home and End, across groups. Returns whether the key
 * was one of these.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, list: string, entry: string): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  const container = event.currentTarget.closest(list)
  const entries = [...(container?.querySelectorAll<HTMLElement>(entry) ?? [])]
  const target = targetOf(event.key, entries.indexOf(event.currentTarget), entries.length)
  if (target === undefined) return false
  event.preventDefault()
  entries[target]?.focus()
  return true
}

function targetOf(key: string, index: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, length - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return undefined
  }
}
