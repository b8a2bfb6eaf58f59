import type { ClipboardEvent } from 'react'

/** From here on the browser's own way, which takes the square of the number of lines, is felt. */
const longPasteLength = 10_000

/**
 * Puts a long text into the field at once, where the browser would be busy for seconds. Returns
 * the field's new text; undefined where the paste is left to the browser.
 */
export function insertLongPaste(event: ClipboardEvent<HTMLTextAreaElement>): string | undefined {
  const text = event.clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
  if (text.length < longPasteLength) return undefined
  event.preventDefault()
  const field = event.currentTarget
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  return field.value
}
