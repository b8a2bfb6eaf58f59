import { composerId, setDraft } from './composing.ts'
import { insertText } from './insertText.ts'

/** Inserts a text at the composer's cursor, and spaces where words would run together. */
export function insertInComposer(text: string): void {
  if (text === '') return
  const field = document.getElementById(composerId)
  if (!(field instanceof HTMLTextAreaElement)) return
  field.focus()
  const { value, selectionStart, selectionEnd } = field
  const before = /[\p{L}\p{N}.,!?;:)]$/u.test(value.slice(0, selectionStart)) ? ' ' : ''
  const after = /^[\p{L}\p{N}(]/u.test(value.slice(selectionEnd)) ? ' ' : ''
  const inserted = `${before}${text}${after}`
  if (insertText(inserted)) return
  setDraft(value.slice(0, selectionStart) + inserted + value.slice(selectionEnd))
}
