import type { ClipboardEvent } from 'react'

/** From here on `insertText`, which takes the square of the number of lines, is felt. */
const longLength = 10_000

/**
 * Puts a text in place of what is selected in the field that has the focus, as if it were typed:
 * the field tells of it by its own event, and Ctrl+Z takes it back. Returns whether it did.
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

/** Takes over a long paste, with which the browser itself would be busy for seconds. */
export function insertLongPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const text = event.clipboardData.getData('text/plain')
  if (text.length >= longLength && insertText(text)) event.preventDefault()
}

function asMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
