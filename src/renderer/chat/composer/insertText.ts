import type { ClipboardEvent } from 'react'

/**
 * The length from which on `insertText`, which is quadratic in the number of lines, is noticeably
 * slow.
 */
const longLength = 10_000

/**
 * Replaces the selection in the focused field as if the user typed: the field fires its own event,
 * and Ctrl+Z undoes it. Returns whether that worked.
 */
export function insertText(text: string): boolean {
  if (text.length < longLength) {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else can be undone by Ctrl+Z
    return document.execCommand('insertText', false, text)
  }
  // A field for plain text takes markup as the text that it shows, and in one piece.
  // oxlint-disable-next-line typescript/no-deprecated -- as above
  return document.execCommand('insertHTML', false, asMarkup(text))
}

/** Inserts a long paste, which would block the browser for seconds. */
export function insertLongPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain')
  if (text.length >= longLength && insertText(text)) event.preventDefault()
}

function asMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
